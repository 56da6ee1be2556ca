export const preferences = {
  title: 'Einstellungen',
  lead: 'So sehen deine Seiten aus. Nichts davon ändert, was du zahlst oder erhältst.',
  language: 'Sprache',
  languageByBrowser: 'Wie mein Browser es wünscht',
  unit: 'Einheit der Beträge',
  unitHint:
    'Ein sat ist der kleinste Teil eines Bitcoin auf diesen Seiten: ein Hundertmillionstel. ' +
    'Manche schreiben dieselbe Zahl mit dem Zeichen ₿. Felder, in die du einen Betrag ' +
    'einträgst, sind immer in sats.',
  units: { sat: 'sat', bip177: 'Zeichen ₿', btc: 'ganze Bitcoin (BTC)' },
  currency: 'Wert in einer anderen Währung',
  currencyHint: 'Steht neben Beträgen, nur zur Orientierung.',
  noCurrency: 'Keine',
  timeZone: 'Zeitzone',
  timeZoneHint:
    'Tage in deinem Verlauf beginnen dort um Mitternacht. Auszüge folgen ab dem nächsten Monat.',
  timeZoneByBrowser: 'Die meines Browsers (Auszüge: UTC)',
  theme: 'Farben',
  themes: { system: 'Wie auf meinem Gerät', light: 'Hell', dark: 'Dunkel' },
  privacy: 'Beträge',
  hidesAmounts: 'Beträge auf der Startseite und in Listen verbergen',
  hidesAmountsHint: 'An ihrer Stelle stehen Punkte, damit niemand neben dir mitliest.',
  confirmAbove: 'Nachfragen, wer ich bin, ab mehr als (sat)',
  confirmAboveHint:
    'Eine Zahlung über mehr als das wird erst ausgeführt, wenn du für sie dein Passwort ' +
    'eingegeben oder deinen Passkey benutzt hast. Was du innerhalb von 24 Stunden ohne das ' +
    'sendest, wird zusammengezählt: Auch viele kleine Zahlungen fragen dann nach. Bei 0 wird ' +
    'jedes Mal gefragt.',
  save: 'Speichern',
  done: 'Deine Einstellungen sind gespeichert.',
  problems: {
    language: 'Wähle eine der Sprachen.',
    unit: 'Wähle eine der Einheiten.',
    currency: 'Wähle eine der Währungen.',
    timeZone: 'Wähle eine der Zeitzonen.',
    theme: 'Wähle eine der Farben.',
    confirmAboveSat: 'Gib eine ganze Zahl in sats ein.',
  },
};

/** The value of an amount in another currency. */
export const worth = {
  about: (money: string) => `≈ ${money}`,
  /** Of a price that is not fresh. */
  aboutAt: (money: string, time: string) => `≈ ${money} (Preis vom ${time})`,
};
