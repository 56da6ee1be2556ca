import { plural } from '../plural.ts';

/** Pages for people who pay an address. They may see a Lightning wallet for the first time. */
export const pay = {
  title: (payee: string) => `${payee} bezahlen`,
  lead:
    'Wähle einen Betrag. Du bekommst eine Rechnung, die du mit jeder Lightning-Wallet ' +
    'bezahlen kannst.',
  amount: 'Betrag',
  amountHint: 'In sats, der kleinsten Einheit von Bitcoin.',
  comment: 'Kommentar',
  commentHint: (maxLength: number) => `Höchstens ${maxLength} Zeichen, für den Empfänger.`,
  submit: 'Rechnung erstellen',
  fullTitle: 'Im Moment nicht möglich',
  refused: {
    full:
      'Diese Person hat hier schon so viel, wie dieser Dienst für sie aufbewahrt. Frage sie, ' +
      'wann du wieder zahlen kannst.',
    amount: (least: string, most: string) =>
      `Gib einen Betrag in ganzen sats ein, von ${least} bis ${most}.`,
    comment_too_long: (maxLength: number) =>
      `Dieser Kommentar ist zu lang. Kürze ihn auf ${maxLength} Zeichen.`,
    too_many_open_invoices:
      'Zu viele Rechnungen dieser Adresse oder deines Netzwerks sind zurzeit unbezahlt. Jede ' +
      'von ihnen läuft spätestens nach 15 Minuten ab. Bezahle eine, die du schon hast, oder ' +
      'versuch es später noch einmal.',
    too_busy:
      'Gerade fordern viele Leute Rechnungen an. Es wurde keine erstellt. Versuch es in einer ' +
      'Minute noch einmal.',
    too_often: (retryAfterSec: number) =>
      'Aus deinem Netzwerk kamen in kurzer Zeit viele Anfragen nach Rechnungen. Versuch es in ' +
      `${retryAfterSec} ${plural(retryAfterSec, 'Sekunde', 'Sekunden')} noch einmal.`,
  },
  invoice: {
    to: 'An',
    amount: 'Betrag',
    comment: 'Kommentar',
    waiting: {
      title: (amount: string) => `Rechnung über ${amount}`,
      lead:
        'Scanne den Code mit einer Lightning-Wallet oder öffne die Rechnung in einer Wallet ' +
        'auf diesem Gerät.',
      qr: (amount: string) => `QR-Code der Rechnung über ${amount}`,
      noQr:
        'Der QR-Code kann gerade nicht gezeichnet werden. Kopiere stattdessen die Rechnung ' +
        'oder lade die Seite neu.',
      open: 'In Wallet öffnen',
      copy: 'Rechnung kopieren',
      asText: 'Rechnung als Text',
      state: 'Wartet auf deine Zahlung',
      until: 'Gültig bis',
      /** A script puts minutes and seconds in place of the braces. */
      left: 'noch {}',
      check: 'Zahlung prüfen',
    },
    paid: {
      title: 'Bezahlt',
      lead: 'Das Geld ist angekommen. Vielen Dank!',
      proof: 'Zahlungsnachweis',
      proofHint:
        'Bewahre das als Quittung auf. Auch alle, die den Link zu dieser Seite haben, sehen es.',
      again: 'Noch einmal bezahlen',
    },
    expired: {
      title: 'Diese Rechnung ist abgelaufen',
      lead: 'Sie kann nicht mehr bezahlt werden. Wenn du noch zahlen möchtest, erstelle eine neue.',
      underWay:
        'Meldet deine Wallet, dass eine Zahlung noch unterwegs ist? Dann warte ab, was daraus ' +
        'wird: Das Geld kommt entweder hier an oder geht an dich zurück.',
      again: 'Neue Rechnung erstellen',
    },
    removed: {
      title: 'Diese Rechnung gibt es hier nicht mehr',
      lead: 'Unbezahlte Rechnungen werden einige Zeit nach ihrem Ablauf gelöscht.',
      again: 'Neue Rechnung erstellen',
    },
  },
};
