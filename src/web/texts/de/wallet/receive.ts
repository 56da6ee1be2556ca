/** Receiving money: an invoice for one payment, and the address for all. */
export const receive = {
  title: 'Empfangen',
  amount: 'Betrag',
  unit: 'Einheit',
  memo: 'Verwendungszweck',
  memoHint: 'Wer bezahlt, sieht ihn in der eigenen Wallet.',
  expiry: 'Gültig für',
  expiries: {
    900: '15 Minuten',
    3600: '1 Stunde',
    86400: '1 Tag',
    604800: '7 Tage',
  },
  submit: 'Rechnung erstellen',
  address: {
    title: 'Deine Lightning-Adresse',
    none: 'Du hast noch keine Adresse',
    noneText: 'Mit einer Adresse kann man dir ohne Rechnung Geld senden, und das beliebig oft.',
    choose: 'Adresse wählen',
  },
  refused: {
    bad_amount: (most: string) => `Gib einen Betrag in ganzen sats ein, von 1 bis ${most}.`,
    bad_money: (example: string) => `Gib einen Geldbetrag ein, zum Beispiel ${example}.`,
    no_price:
      'Der Preis von Bitcoin in dieser Währung ist gerade nicht bekannt. ' +
      'Gib den Betrag in sats ein.',
    memo_too_long: (maxBytes: number) =>
      `Dieser Text ist zu lang. Höchstens ${maxBytes} Zeichen sind möglich; Umlaute und ß ` +
      'zählen doppelt.',
    too_many_open_invoices:
      'Zu viele deiner Rechnungen sind noch unbezahlt. Warte, bis einige davon abgelaufen ' +
      'sind, und versuch es dann noch einmal.',
    too_many_new_invoices:
      'Du hast heute sehr viele Rechnungen erstellt. Warte ein bis zwei Stunden und versuch es ' +
      'dann noch einmal.',
    full: (most: string) =>
      `Du hast hier schon so viel, wie dieser Dienst für dich aufbewahrt (${most}). Sende ` +
      'zuerst einen Teil davon an eine andere Wallet.',
    over_room: (room: string, most: string) =>
      `Das ist mehr, als hineinpasst. Du kannst jetzt bis zu ${room} empfangen, denn dieser ` +
      `Dienst bewahrt bis zu ${most} für dich auf.`,
    sent_before:
      'Du hast dieses Formular schon einmal mit anderem Inhalt abgeschickt. Prüfe es und ' +
      'sende es dann noch einmal ab.',
  },
  invoiceTitle: {
    waiting: (amount: string) => `Rechnung über ${amount}`,
    paid: (amount: string) => `Bezahlt: ${amount}`,
    expired: (amount: string) => `Abgelaufene Rechnung über ${amount}`,
  },
  waiting: {
    title: (amount: string) => `Rechnung über ${amount}`,
    lead: 'Lass den Code scannen oder verschick die Rechnung. Sie kann einmal bezahlt werden.',
    qr: (amount: string) => `QR-Code der Rechnung über ${amount}`,
    noQr:
      'Der QR-Code kann gerade nicht gezeichnet werden. Kopiere stattdessen die Rechnung oder ' +
      'lade die Seite neu.',
    copy: 'Rechnung kopieren',
    share: 'Teilen',
    open: 'In Wallet öffnen',
    state: 'Wartet auf Zahlung',
    until: 'Gültig bis',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'noch {}',
    check: 'Zahlung prüfen',
    formats: 'Andere Formate',
    asText: 'Rechnung als Text',
    asLink: 'Bitcoin-Link',
    linkHint: 'Manche Wallets öffnen diese Art von Link.',
  },
  paid: {
    title: 'Bezahlt',
    lead: (amount: string) => `Du hast ${amount} erhalten. Das Geld ist in deiner Wallet.`,
    again: (count: number) =>
      `Diese Rechnung wurde ${count}-mal bezahlt. Das ganze Geld ist in deiner Wallet.`,
    when: 'Erhalten',
    done: 'Fertig',
    another: 'Weitere Rechnung',
  },
  expired: {
    title: 'Diese Rechnung ist abgelaufen',
    lead:
      'Sie kann nicht mehr bezahlt werden. Eine Zahlung, die schon unterwegs war, kann noch ' +
      'ankommen. Dann siehst du es auf dieser Seite.',
    again: 'Dieselbe Rechnung neu erstellen',
  },
};
