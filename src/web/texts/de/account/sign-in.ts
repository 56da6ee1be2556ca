import { type Html, html } from '../../../pages/html.ts';

export const signIn = {
  title: 'Anmelden',
  submit: 'Anmelden',
  usePasskey: 'Mit Passkey anmelden',
  usePassword: 'Mit Passwort anmelden',
  forgotten: 'Passwort vergessen?',
  noAccount: (signUp: string): Html =>
    html`Noch kein Konto? <a href="${signUp}">Konto erstellen</a>`,
  secondFactor: {
    title: 'Noch ein Schritt',
    codeHint:
      'Die sechs Ziffern, die deine Authenticator-App jetzt anzeigt. Auch einer deiner ' +
      'Backup-Codes gilt hier.',
    submit: 'Anmelden',
    startAgain: 'Neu anfangen',
  },
  passkey: {
    title: 'Mit Passkey anmelden',
    text: 'Dein Gerät fragt nach Fingerabdruck, Gesicht oder PIN. Dann bist du angemeldet.',
    submit: 'Passkey benutzen',
  },
  /** Below the problem that there were too many attempts. */
  tooMany: {
    heading: 'Ist das dein Konto?',
    withoutMail:
      'Vielleicht versucht jemand, das Passwort zu erraten. Du kannst dich trotzdem jetzt ' +
      'anmelden: mit einem Passkey oder in einem Browser, in dem du schon einmal angemeldet ' +
      'warst. Hast du beides nicht, dann bitte den Betreiber dieser Website um einen Link zu ' +
      'einem neuen Passwort.',
    byMail:
      'Vielleicht versucht jemand, das Passwort zu erraten. Wir können dir einen Link per ' +
      'E-Mail senden. Öffne ihn in diesem Browser, dann kannst du dich hier sofort anmelden. ' +
      'Dein Passwort bleibt dasselbe.',
    submit: 'Link zusenden',
  },
  browserLink: {
    sent: {
      title: 'Sieh in deine E-Mails',
      text:
        'Wenn es ein Konto mit dieser Adresse gibt, ist dorthin eine E-Mail mit einem Link ' +
        'unterwegs. Öffne den Link in diesem Browser. Er gilt eine Stunde lang.',
      back: 'Zurück zur Anmeldung',
    },
    title: 'In diesem Browser anmelden',
    text:
      'Mach nur weiter, wenn das dein eigener Browser ist und du den Link angefordert hast. ' +
      'Melde dich dann wie gewohnt mit deinem Passwort an. Fremde, die Passwörter raten, ' +
      'können dich hier nicht mehr aussperren.',
    submit: 'Weiter',
    done: 'Du kannst dich jetzt in diesem Browser anmelden.',
  },
};

export const signOut = {
  title: 'Abmelden',
  heading: 'Abmelden?',
  text: (email: string) => `Du bist als ${email} angemeldet.`,
  submit: 'Abmelden',
  done: 'Du bist abgemeldet.',
};
