/** Lines of money that came, went, or was meant to, wherever they stand. */
export const records = {
  noPurpose: 'Ohne Verwendungszweck',
  from: (payer: string) => `Von ${payer}`,
  received: 'Erhalten',
  sent: 'Gesendet',
  pending: 'Unterwegs',
  failed: 'Nicht bezahlt',
  keysend: 'ohne Rechnung',
  fee: (amount: string) => `Gebühr ${amount}`,
  /** Who ordered it, or asked for it. */
  spenders: {
    you: 'Du',
    operator: 'Der Betreiber',
    address: 'Lightning-Adresse',
    /** One that is not known any more. */
    unknown: 'Eine gelöschte App',
    ended: {
      token: (name: string) => `${name} (widerrufen)`,
      app: (name: string) => `${name} (getrennt)`,
    },
  },
  today: 'Heute',
  yesterday: 'Gestern',
};

export const activity = {
  title: 'Verlauf',
  filters: 'Richtung',
  all: 'Alle',
  incoming: 'Eingänge',
  outgoing: 'Ausgänge',
  unused: {
    title: 'Bisher ist kein Geld ein- oder ausgegangen',
    text: 'Alles, was du empfängst und sendest, erscheint hier.',
  },
  search: 'Suche',
  searchHint: 'Ein Verwendungszweck, ein Name, eine Adresse oder ein Zahlungs-Hash.',
  more: 'Weitere Filter',
  state: 'Status',
  states: {
    all: 'Alle',
    settled: 'Erhalten oder bezahlt',
    pending: 'Unterwegs',
    failed: 'Nicht bezahlt',
  },
  app: 'App oder Token',
  allApps: 'Alle',
  from: 'Ab diesem Tag',
  to: 'Bis zu diesem Tag',
  badDay: 'Gib einen Tag ein, zum Beispiel 2026-11-21.',
  minAmount: 'Ab diesem Betrag',
  badAmount: 'Gib einen Betrag in ganzen sats ein.',
  show: 'Anzeigen',
  clear: 'Filter zurücksetzen',
  nothing: {
    title: 'Nichts gefunden',
    text: 'Kein Eintrag passt zu den Filtern.',
    noneFound: (count: string) =>
      `Von den ${count} durchsuchten Einträgen passt keiner zu den Filtern.`,
  },
  pendingTitle: 'Unterwegs',
  pendingMore:
    'Es sind noch mehr Zahlungen unterwegs. Wähle bei den Filtern als Status „Unterwegs“.',
  sum: {
    label: 'Summe dieser Seite',
    incoming: 'Eingänge',
    outgoing: 'Ausgänge',
    fees: 'Gebühren',
  },
  /** At the end of a page that a search filled only in part. A date and a dot follow. */
  looked: (count: string) => `Durchsucht wurden ${count} Einträge, zurück bis zum`,
  lookFurther: 'Weiter zurück suchen',
  zone: 'Tage und Uhrzeiten in dieser Liste sind in UTC angegeben.',
  pages: 'Seiten',
  newest: 'Neueste',
  older: 'Ältere',
};
