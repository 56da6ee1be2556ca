import { type Html, html } from '../../../pages/html.ts';

export const signUp = {
  title: 'Konto erstellen',
  byMail:
    'Wir senden dir einen Link per E-Mail. Er öffnet eine Seite, auf der du dein Passwort wählst.',
  submitByMail: 'Link zusenden',
  submit: 'Konto erstellen',
  haveOne: (signIn: string): Html => html`Schon ein Konto? <a href="${signIn}">Anmelden</a>`,
  mailed: {
    title: 'Sieh in deine E-Mails',
    text: (email: string) =>
      `Eine E-Mail ist unterwegs an ${email}. Öffne den Link darin und wähle ein Passwort. ` +
      'Dann ist dein Konto fertig. Wenn du mehrere E-Mails bekommst, gilt nur der Link in der ' +
      'neuesten.',
    notArrived:
      'Nichts angekommen? Sieh im Spam-Ordner nach oder versuch es in einer Weile noch einmal.',
  },
  ready: {
    title: 'Dein Konto ist fertig',
    text: (email: string) =>
      `Du kannst dich jetzt als ${email} anmelden. Gab es mit dieser Adresse schon ein Konto, ` +
      'hat sich nichts geändert: Es hat noch sein altes Passwort.',
    signIn: 'Anmelden',
  },
  /** Pages that links to new accounts lead to. */
  byLink: {
    address: (email: string): Html => html`E-Mail-Adresse: <strong>${email}</strong>`,
    invitation: {
      title: 'Du bist eingeladen',
      lead: 'Wähle ein Passwort, und deine Wallet ist bereit.',
      submit: 'Meine Wallet öffnen',
    },
    set_up: {
      title: 'Diesen Dienst einrichten',
      lead:
        'Damit erstellst du dein eigenes Konto. Danach kannst du andere einladen und diesen ' +
        'Dienst verwalten.',
      submit: 'Mein Konto erstellen',
    },
    sign_up: {
      title: 'Gleich geschafft',
      lead: 'Deine E-Mail-Adresse ist bestätigt. Wähle ein Passwort, und deine Wallet ist bereit.',
      submit: 'Meine Wallet öffnen',
    },
  },
};
