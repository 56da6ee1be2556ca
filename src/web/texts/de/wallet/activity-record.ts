/** All about one record or payment. */
export const activityRecord = {
  back: 'Verlauf',
  /** Head of the printed page. */
  receipt: (site: string, identifier: string) => `${site}, Eintrag ${identifier}`,
  received: {
    title: 'Erhalten',
    lead: (amount: string) => `Du hast ${amount} erhalten. Das Geld ist in deiner Wallet.`,
  },
  settled: { title: 'Bezahlt', lead: 'Das Geld ist beim Empfänger.' },
  sending: {
    title: 'Wird gesendet',
    lead: (held: string, amount: string, fee: string) =>
      `Reserviert: ${held}. Davon sind ${amount} für die Zahlung und höchstens ${fee} für ` +
      'Gebühren. Was nicht gebraucht wird, kommt zurück.',
  },
  inFlight: {
    title: 'Unterwegs',
    lead: 'Das dauert meist nur Sekunden. Du kannst diese Seite schließen.',
  },
  longInFlight: {
    title: 'Noch unterwegs',
    lead: (lasting: string) =>
      `Diese Zahlung ist schon ${lasting} unterwegs. Die meisten brauchen Sekunden, aber diese ` +
      'wird auf dem Weg oder am Ziel aufgehalten. Das Geld bleibt reserviert, bis es angekommen' +
      ' ist oder zu dir zurückkommt. Dieselbe Rechnung noch einmal zu bezahlen, kostet nicht ' +
      'doppelt. Eine neue zu bezahlen schon. Du kannst diese Seite schließen, die Zahlung läuft' +
      ' weiter.',
  },
  unknown: {
    title: 'Noch nicht bekannt',
    lead:
      'Der Knoten hat noch nicht gemeldet, ob das Geld angekommen ist. Bis dahin bleibt es ' +
      'reserviert. Wenn du dieselbe Rechnung noch einmal bezahlst, zahlst du nicht doppelt. ' +
      'Bei einer neuen Rechnung kann das passieren.',
  },
  longUnknown: {
    title: 'Noch immer nicht bekannt',
    lead: (identifier: string) =>
      'Der Knoten hat noch nicht gemeldet, ob das Geld angekommen ist. Bis dahin bleibt es ' +
      'reserviert. Wenn du dieselbe Rechnung noch einmal bezahlst, zahlst du nicht doppelt. ' +
      'Bei einer neuen Rechnung kann das passieren. Der Betreiber kann unter der ' +
      `Zahlungsnummer ${identifier} nachsehen.`,
  },
  failed: { title: 'Nicht bezahlt', nothingTaken: 'Aus deiner Wallet wurde nichts abgebucht.' },
  causes: {
    no_route: 'Für diesen Betrag wurde kein Weg zum Empfänger gefunden.',
    timeout: 'Die Zahlung hat nicht rechtzeitig einen Weg gefunden.',
    insufficient_liquidity: 'Dieser Dienst kann zurzeit nicht so viel über Lightning senden.',
    incorrect_details:
      'Der Empfänger hat die Zahlung abgelehnt: Die Rechnung ist abgelaufen, oder der Betrag ' +
      'stimmt nicht.',
    cancelled: 'Die Zahlung wurde abgebrochen.',
    rejected: 'Der Lightning-Knoten dieses Dienstes hat es abgelehnt, die Zahlung zu senden.',
    never_sent: 'Die Zahlung wurde nie gesendet.',
    node_away: 'Der Lightning-Knoten dieses Dienstes war nicht erreichbar.',
    never_arrived: 'Die Zahlung hat den Lightning-Knoten dieses Dienstes nie erreicht.',
    already_paid: 'Die Rechnung wurde vorher schon mit einer anderen Zahlung bezahlt.',
    stranded:
      'Die Zahlung ist steckengeblieben und wurde nie ausgeführt. Bitte den Empfänger um eine ' +
      'neue Rechnung.',
    other: 'Die Zahlung ist fehlgeschlagen.',
  },
  refresh: 'Aktualisieren',
  fee: 'Gebühr',
  feeShare: (fee: string, percent: string) => `${fee} (${percent} des Betrags)`,
  noFee: 'Keine',
  feeAtMost: (fee: string) => `Höchstens ${fee}`,
  left: 'Abgebucht',
  ordered: 'Begonnen',
  asked: 'Rechnung erstellt',
  settledAt: { incoming: 'Erhalten', outgoing: 'Bezahlt' },
  bookedAt: 'Deiner Wallet gutgeschrieben',
  ended: 'Beendet',
  to: 'An',
  payer: 'Von',
  payerEmail: 'E-Mail des Absenders',
  payerKey: 'Schlüssel des Absenders',
  destination: 'Schlüssel des Empfängers',
  description: 'Verwendungszweck',
  comment: 'Kommentar',
  message: 'Nachricht',
  // Beside them stand names and “Du”, which fit no preposition.
  by: {
    incoming: 'Ersteller der Rechnung',
    outgoing: 'Auftraggeber',
    unpaid: 'Auftraggeber',
  },
  kind: 'Art',
  keysend: 'Keysend: ohne Rechnung gesendet',
  proof: 'Zahlungsnachweis',
  proofHint: 'Bewahre ihn als Quittung auf, und zeig ihn dem Empfänger, wenn er danach fragt.',
  copyProof: 'Nachweis kopieren',
  paymentHash: 'Zahlungs-Hash',
  invoice: 'Rechnung',
  technical: 'Technische Angaben',
  success: {
    title: 'Vom Empfänger',
    url: 'Adresse',
    urlHint: 'Das hat der Empfänger geschrieben. Öffne es nur, wenn du ihm vertraust.',
    secret: 'Für dich',
  },
  boost: {
    title: 'Boost',
    app: 'App',
    podcast: 'Sendung',
    episode: 'Folge',
    sender: 'Absender',
    message: 'Nachricht',
    all: 'Alles, was mitgesendet wurde',
  },
  records: 'Weitere Datenfelder',
  metadata: 'Metadaten',
  webhooks: 'Webhooks, die davon erfahren haben',
  note: {
    title: 'Deine Notiz',
    label: 'Nur du kannst sie sehen',
    save: 'Notiz speichern',
    saved: 'Deine Notiz ist gespeichert.',
    removed: 'Deine Notiz ist gelöscht.',
    tooLong: (max: number) => `Diese Notiz ist zu lang. Höchstens ${max} Zeichen sind möglich.`,
  },
};
