import { type Html, html } from '../../../pages/html.ts';

/** Trying the wallet out, on the simulated network only. */
export const play = {
  title: 'Ausprobieren',
  lead:
    'Dieser Dienst läuft in einem simulierten Netzwerk, und das Geld ist Spielgeld. Hier ' +
    'findest du eine andere Wallet. Sie bezahlt dich, und du kannst sie bezahlen.',
  link: 'Das hier ist Spielgeld. Probier es aus',
  paid: 'Die andere Wallet hat deine Rechnung bezahlt.',
  notPaid: (reason: string) => `Die andere Wallet konnte nicht bezahlen: ${reason}.`,
  badAmount: (most: string) => `Gib einen Betrag in ganzen sats ein, von 1 bis ${most}.`,
  memo: 'Etwas zum Ausprobieren',
  receive: {
    title: 'Eine Rechnung von mir bezahlen lassen',
    text: (receive: string): Html =>
      html`Erstelle auf der Seite <a href="${receive}">Empfangen</a> eine Rechnung, kopiere sie und
        füge sie hier ein.`,
    invoice: 'Rechnung',
    submit: 'Bezahlen lassen',
  },
  send: {
    title: 'Eine Rechnung zum Bezahlen bekommen',
    text: 'Die andere Wallet erstellt eine Rechnung. Du bezahlst sie mit deiner Wallet.',
    amount: 'Betrag',
    submit: 'Rechnung erstellen',
    made: (amount: string) => `Hier ist eine Rechnung über ${amount}.`,
    pay: 'Bezahlen',
    invoice: 'Rechnung der anderen Wallet',
  },
  here: {
    title: 'Spielgeld',
    text: 'Eine andere Wallet im simulierten Netzwerk kann diese Rechnung für dich bezahlen.',
    submit: 'Diese Rechnung bezahlen lassen',
  },
};
