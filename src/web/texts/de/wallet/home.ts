import { type Html, html } from '../../../pages/html.ts';

/** The start page of guests. */
export const landing = {
  title: 'Deine eigene Lightning-Wallet',
  lead:
    'Sende und empfange Bitcoin über Lightning. Lass Apps deine Wallet benutzen, in Grenzen, ' +
    'die du festlegst und jederzeit ändern kannst.',
  signIn: 'Anmelden',
  developers: (docs: string): Html =>
    html`Du baust eine App? <a href="${docs}">Lies die API-Referenz</a>.`,
};

/** The start page of a wallet. */
export const home = {
  title: 'Start',
  balance: 'Guthaben',
  address: 'Deine Lightning-Adresse ist',
  receive: 'Empfangen',
  send: 'Senden',
  allSpendable: 'Du kannst alles sofort ausgeben.',
  held: (amount: string) =>
    `Zusätzlich reserviert für Zahlungen, die unterwegs sind: ${amount}. Was sie nicht ` +
    'brauchen, kommt in dein Guthaben zurück.',
  limits: {
    above: (amount: string) =>
      `Du hast ${amount} mehr, als dieser Dienst für dich aufbewahrt. Das Geld gehört dir, und ` +
      'du kannst es weiter ausgeben. Sende einen Teil davon an eine andere Wallet; bis dahin ' +
      'kannst du keine neuen Rechnungen erstellen.',
    maxBalance: (amount: string) =>
      `Du kannst bis zu ${amount} hier haben. Was darüber hinaus ankommt, wird dir trotzdem ` +
      'gutgeschrieben, aber neue Rechnungen gibt es nur über das, was noch hineinpasst.',
    maxSendDay: (amount: string, left: string) =>
      `Du kannst bis zu ${amount} am Tag senden, Gebühren eingeschlossen. Bis Mitternacht (UTC) ` +
      `bleiben ${left}.`,
  },
  standing: {
    nodeAway: {
      label: 'Keine Verbindung zum Lightning-Netzwerk',
      text: 'Dieser Dienst erreicht das Lightning-Netzwerk gerade nicht.',
      meanwhile:
        'Dein Geld ist sicher. Rechnungen erstellen und andere Wallets bezahlen geht wieder, ' +
        'sobald die Verbindung zurück ist; meist dauert das ein paar Minuten.',
    },
    coverLost: {
      label: 'Geld ist nicht gedeckt',
      text: 'Der Knoten hält weniger, als dieser Dienst schuldet.',
      stopped:
        'Zahlungen an andere Dienste sind angehalten. Diesen Hinweis sehen nur die Verwalter.',
      show: 'Überblick zeigen',
    },
    staleProof: {
      label: 'Der Nachweis der Schulden ist zu alt',
      text: 'Der Nachweis dessen, was dieser Dienst schuldet, ist zu alt.',
      last: (when: Html): Html =>
        html`Jede Stunde sollte es einen geben. Der letzte ist vom ${when}. Frag die Leute, die
          diesen Dienst betreiben, warum.`,
      show: 'Ansehen',
    },
  },
  newest: 'Zuletzt',
  all: 'Zum ganzen Verlauf',
  unused: {
    title: 'Bisher ist kein Geld ein- oder ausgegangen',
    text:
      'Wähle „Empfangen“, um deine erste Rechnung zu erstellen oder deine Lightning-Adresse ' +
      'zu zeigen.',
  },
  connect: {
    title: 'App verbinden',
    text:
      'Öffne die App und verbinde dort eine Wallet. Die App bringt dich hierher. Dann ' +
      'entscheidest du, was sie darf und wie viel sie ausgeben kann.',
    apps: 'Verbundene Apps',
  },
};
