import { type Html, html } from '../../../pages/html.ts';

/** Was jeder Monat mit einer Wallet gemacht hat. */
export const statements = {
  title: 'Auszüge',
  titleOf: (month: string) => `Auszug für ${month}`,
  lead: 'Was jeder Monat mit deinem Geld gemacht hat. Ein Monat, der vorbei ist, ändert sich nie.',
  unused: {
    title: 'Noch kein Auszug',
    text: 'Dein erster Auszug beginnt mit dem ersten Geld, das du empfängst.',
  },
  back: 'Alle Auszüge',
  link: 'Auszüge nach Monaten',
  month: 'Monat',
  opening: 'Am Anfang',
  incoming: 'Ein',
  outgoing: 'Aus',
  fees: 'Gebühren',
  closing: 'Am Ende',
  soFar: 'Bisher',
  closed: 'Abgeschlossen',
  open: 'Noch nicht abgeschlossen',
  openHint:
    'Dieser Monat ist noch nicht vorbei. Etwa eine Stunde nach seinem Ende wird er abgeschlossen.',
  behind:
    'Noch sind nicht alle Zahlungen zusammengerechnet. Öffne diese Seite in einer Minute wieder.',
  zone: (zone: string) => `Tage und Zeiten sind in der Zeitzone ${zone}.`,
  zones: 'Jeder Monat folgt der Zeitzone, die du bei seinem Beginn gewählt hattest.',
  held: (amount: string) =>
    `Davon waren für Zahlungen reserviert, die noch unterwegs waren: ${amount}.`,
  heldNow: (amount: string) =>
    `Davon sind für Zahlungen reserviert, die unterwegs sind: ${amount}.`,
  print:
    'Mit der Druckfunktion deines Browsers kannst du diese Seite drucken oder als PDF aufheben.',
  csv: 'Für Tabellen (CSV)',
  json: 'Für Programme (JSON)',
  files: 'Dateien',
  movements: 'Zahlungen',
  noMovements: 'In diesem Monat ist kein Geld ein- oder ausgegangen.',
  firstOnly: (shown: string, all: string) =>
    `Das sind die ersten ${shown} von ${all} Zahlungen. Die Dateien enthalten alle.`,
  when: 'Wann',
  what: 'Was',
  amount: 'Betrag',
  balance: 'Guthaben',
  received: 'Empfangen',
  sent: 'Gesendet',
  fee: (amount: string) => `Gebühr ${amount}`,
  noPurpose: 'Ohne Beschreibung',
  /** Booked later than it arrived. */
  arrived: 'angekommen am',
  owed: 'Neuester Nachweis der Schulden',
  owedNumber: (epoch: string, when: Html): Html => html`Nummer ${epoch}, ${when}`,
  owedHint:
    'Das ist die Wurzel der neuesten veröffentlichten Summe dessen, was dieser Dienst allen ' +
    'schuldet. Wer dieselbe Nummer druckt oder nachschlägt, muss dieselbe Wurzel sehen.',
  seal: 'Fingerabdruck',
  sealHint:
    'Er ergibt sich aus allen Zahlungen bis zum Ende dieses Monats. Würde eine davon später ' +
    'geändert, wäre er ein anderer. Hebe ihn oder die Datei für Programme auf, wenn du das ' +
    'prüfen willst.',
};
