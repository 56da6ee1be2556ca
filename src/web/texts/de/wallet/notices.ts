import { type Html, html } from '../../../pages/html.ts';

/** Was Leuten unter der Glocke gesagt wird. */
export const notices = {
  title: 'Mitteilungen',
  lead: 'Was in deiner Wallet geschehen ist, während du nicht hingesehen hast.',
  none: {
    title: 'Nichts Neues',
    text: 'Wenn du Geld erhältst oder sich jemand bei deiner Wallet anmeldet, steht es hier.',
  },
  markRead: 'Alle als gelesen markieren',
  unread: 'Neu',
  moreThan: (count: string) => `mehr als ${count}`,
  received: 'Du hast Geld erhalten',
  receivedSeveral: (times: string) => `Du hast ${times} Mal Geld erhalten`,
  paid: {
    one: 'Eine Zahlung ist angekommen',
    several: (count: string) => `Zahlungen sind angekommen: ${count}`,
    text: 'Sie war eine Weile unterwegs.',
  },
  notPaid: {
    one: 'Eine Zahlung ist nicht angekommen',
    several: (count: string) => `Zahlungen sind nicht angekommen: ${count}`,
    text: 'Was dafür zurückgelegt war, ist wieder in deiner Wallet. Es wurde nichts abgezogen.',
  },
  aboveLimit: {
    title: 'In deiner Wallet ist mehr als ihr Limit',
    text: (limit: string) =>
      `Dieser Dienst verwahrt für dich bis zu ${limit}. Was darüber hinaus angekommen ` +
      'ist, gehört ' +
      'trotzdem dir. Sende etwas davon weiter, bevor du um mehr bittest.',
  },
  budgetSoon: {
    title: 'Ein Limit ist fast erreicht',
    text: (name: Html): Html =>
      html`${name} hat mindestens 80 % dessen ausgegeben, was du erlaubst.`,
  },
  budgetSpent: {
    title: 'Ein Limit ist erreicht',
    text: (name: Html): Html => html`${name} hat alles ausgegeben, was du im Moment erlaubst.`,
  },
  app: {
    title: 'Eine App wurde verbunden',
    text: (name: Html): Html =>
      html`${name} darf jetzt deine Wallet benutzen. Wenn nicht du das erlaubt hast, trenne sie.`,
  },
  signIn: {
    title: 'Eine neue Anmeldung',
    text: (device: Html, address: Html): Html =>
      html`Mit ${device}, von der Internetadresse ${address}. Wenn du es nicht warst, beende diese
      Sitzung und wähle ein neues Passwort.`,
  },
  webhookOff: {
    title: 'Ein Webhook wurde abgeschaltet',
    text: (url: Html): Html => html`Nachrichten an ${url} kamen nicht mehr durch.`,
  },
  choice: {
    title: 'Was du wissen willst',
    lead:
      'Eine E-Mail nennt keine Beträge. Nach ihr kommt keine weitere über dasselbe, bis du die ' +
      'Mitteilungen als gelesen markiert hast.',
    noMail: 'Dieser Dienst verschickt keine E-Mails, deshalb siehst du alles nur hier.',
    kinds: {
      received: 'Geld erhalten',
      ended: 'Eine Zahlung, die unterwegs war, ist zu Ende',
      limit: 'Geld ist über dem Limit deiner Wallet angekommen',
      budget: 'Eine App oder ein Token hat 80 % des Limits ausgegeben oder alles',
      app: 'Eine neue App ist verbunden',
      sign_in: 'Eine Anmeldung von einem neuen Ort',
      webhook_off: 'Ein Webhook funktioniert nicht oder wird abgeschaltet',
    },
    ways: { none: 'Nicht mitteilen', bell: 'Hier zeigen', mail: 'Hier und per E-Mail' },
    save: 'Speichern',
    done: 'Deine Auswahl ist gespeichert.',
  },
};
