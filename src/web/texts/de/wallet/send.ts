/** Sending money: what is asked, what is checked before, and what became of it. */
export const send = {
  title: 'Senden',
  lead:
    'Füge ein, was du bezahlen willst. Es wird nichts gesendet, bevor du es gesehen und ' +
    'bestätigt hast.',
  to: 'Zahlung an',
  toHint: 'Eine Rechnung, eine Lightning-Adresse wie anna@example.com oder ein Lightning-Link.',
  submit: 'Weiter',
  notUnderstood: 'Das kann nicht bezahlt werden',
  stopped:
    'Zahlungen an andere Wallets sind zurzeit angehalten. Wer hier eine Wallet hat, kann ' +
    'weiter bezahlt werden.',
  payee: {
    here: (name: string) => `Hier: ${name}`,
    someoneHere: 'Hier: jemand mit einer Wallet auf dieser Website',
    ownWallet: 'Hier: deine eigene Wallet',
    unnamed: 'Eine Wallet ohne Namen',
  },
  choose: {
    title: (payee: string) => `${payee} bezahlen`,
    anyTitle: 'Betrag wählen',
    amount: 'Betrag',
    fixed: (amount: string) => `Der Betrag ist ${amount}.`,
    range: (least: string, most: string) => `Von ${least} bis ${most}.`,
    most: (spendable: string, most: string) =>
      `Du hast ${spendable}. Damit die Gebühr noch gedeckt ist, kannst du höchstens ${most} ` +
      'senden.',
    /** Within this site, where no fee is kept aside. */
    allOfIt: (spendable: string) => `Du hast ${spendable} und kannst alles senden.`,
    leftToday: (spendable: string, left: string, most: string) =>
      `Du hast ${spendable} und kannst heute noch ${left} senden: höchstens ${most}, wenn etwas ` +
      'für die Gebühr zurückgelegt ist. Der Tag endet um Mitternacht UTC.',
    tooLittle: (spendable: string) =>
      `Du hast ${spendable}. Das reicht nicht für den kleinsten Betrag und die Gebühr.`,
    all: 'Alles senden',
    comment: 'Kommentar',
    commentHint: (maxLength: number) => `Höchstens ${maxLength} Zeichen, für den Empfänger.`,
    submit: 'Weiter',
    notWhole: 'Gib einen Betrag in ganzen sats ein.',
  },
  review: {
    title: 'Prüfen und bezahlen',
    amount: 'Betrag',
    to: 'An',
    description: 'Verwendungszweck',
    comment: 'Dein Kommentar',
    fee: 'Gebühr',
    feeAtMost: (amount: string) => `Höchstens ${amount}. Was nicht gebraucht wird, kommt zurück.`,
    noFee: 'Keine Gebühr',
    expires: 'Läuft ab',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'in {}',
    after: 'Danach übrig',
    afterAtLeast: (amount: string) => `Mindestens ${amount}`,
    /** Why its payer is asked who they are. */
    identity: {
      large: (above: string) =>
        `Das ist mehr als ${above}. Bezahlt wird, sobald du gezeigt hast, dass du es bist.`,
      together: (sent: string, above: string) =>
        `Zusammen mit ${sent}, die du in den letzten 24 Stunden ohne diese Frage gesendet hast, ` +
        `ist das mehr als ${above}. Bezahlt wird, sobald du gezeigt hast, dass du es bist.`,
      always:
        'Du willst vor jeder Zahlung gefragt werden. Bezahlt wird, sobald du gezeigt hast, dass ' +
        'du es bist.',
    },
    pay: (amount: string) => `${amount} bezahlen`,
    change: 'Ändern',
    renew: 'Neue Rechnung holen',
    cancel: 'Abbrechen',
    warnings: {
      highFee: (fee: string, amount: string) =>
        `Die Gebühr kann bis zu ${fee} betragen, bei einer Zahlung von ${amount}.`,
      hashUnconfirmed:
        'Die Rechnung beweist nicht, dass sie für das ist, was der Empfänger beschrieben hat. ' +
        'Viele Dienste sind hier nachlässig. Bezahle trotzdem nur, wenn du dem Empfänger ' +
        'vertraust.',
      ownWallet:
        'Das ist deine eigene Rechnung. Wenn du sie bezahlst, geht das Geld von dir zu dir selbst.',
    },
    obstacles: {
      paid_before: 'Du hast diese Rechnung schon bezahlt. Sie kann nicht zweimal bezahlt werden.',
      being_paid:
        'Du bezahlst diese Rechnung bereits. Sieh im Verlauf nach, was daraus geworden ist.',
      paid_by_others: 'Jemand hat diese Rechnung schon bezahlt. Bitte um eine neue.',
      not_our_invoice:
        'Diese Rechnung nennt diese Website als Empfänger, wurde aber nicht hier erstellt. ' +
        'Sie kann nicht bezahlt werden.',
      invoice_expired: 'Diese Rechnung ist abgelaufen. Bitte um eine neue.',
      stopped:
        'Zahlungen an andere Wallets sind zurzeit angehalten. Dein Geld ist sicher. Versuch ' +
        'es später noch einmal.',
    },
    expiredAtPayee:
      'Die Rechnung, die der Empfänger gegeben hat, ist abgelaufen. Hol eine neue und prüfe sie ' +
      'noch einmal.',
    aboveDay: (needed: string, left: string) =>
      `Dafür brauchst du mit der Gebühr ${needed}. Heute kannst du noch ${left} senden; der Tag ` +
      'endet um Mitternacht UTC.',
    aboveBalance: (needed: string, spendable: string) =>
      `Dafür brauchst du mit der Gebühr bis zu ${needed}. Du hast ${spendable}.`,
  },
  tooOld: {
    title: 'Diese Seite war zu lange offen',
    text:
      'Sie hat mehr als 30 Minuten auf deine Zahlung gewartet. Wenn du nicht sicher bist, ob ' +
      'du bezahlt hast, sieh zuerst im Verlauf nach. Fang dann neu an.',
    startAgain: 'Neu anfangen',
  },
  /** Titles and words for each state of a payment. */
  payment: {
    sending: {
      title: 'Wird gesendet',
      text: (held: string, amount: string, fee: string) =>
        `Reserviert: ${held}. Davon sind ${amount} für die Zahlung und höchstens ${fee} für ` +
        'die Gebühr.',
    },
    onItsWay: {
      title: 'Unterwegs',
      text:
        'Das dauert meist nur Sekunden. Du kannst diese Seite schließen, die Zahlung läuft ' +
        'weiter.',
    },
    longOnItsWay: {
      title: 'Noch unterwegs',
      text: (lasting: string) =>
        `Diese Zahlung ist schon ${lasting} unterwegs. Die meisten brauchen Sekunden, aber ` +
        'diese wird auf dem Weg oder am Ziel aufgehalten. Das Geld bleibt reserviert, bis es ' +
        'angekommen ist oder zu dir zurückkommt. Dieselbe Rechnung noch einmal zu bezahlen, ' +
        'kostet nicht doppelt. Eine neue zu bezahlen schon. Du kannst diese Seite schließen, ' +
        'die Zahlung läuft weiter.',
    },
    unknown: {
      title: 'Noch nicht bekannt',
      text:
        'Wir wissen noch nicht, ob das Geld angekommen ist. Bis dahin bleibt es reserviert. ' +
        'Wenn du dieselbe Rechnung noch einmal bezahlst, zahlst du nicht doppelt. Bei einer ' +
        'neuen Rechnung kann das passieren.',
    },
    stillUnknown: {
      title: 'Noch immer nicht bekannt',
      operator: (identifier: string) =>
        `Der Betreiber dieser Website kann unter der Zahlungsnummer ${identifier} nachsehen.`,
    },
    paid: {
      title: 'Bezahlt',
      text: (amount: string) => `Der Empfänger hat ${amount} erhalten.`,
    },
    failed: {
      title: 'Nicht bezahlt',
      nothingTaken: 'Aus deiner Wallet wurde nichts abgebucht.',
      reasons: {
        no_route: 'Für diesen Betrag gab es im Netzwerk keinen Weg zum Empfänger.',
        timeout: 'Die Zahlung hat nicht rechtzeitig einen Weg gefunden.',
        insufficient_liquidity:
          'Dieser Dienst kann zurzeit nicht so viel senden. Versuch es mit einem kleineren ' +
          'Betrag oder später noch einmal.',
        incorrect_details:
          'Der Empfänger hat die Zahlung abgelehnt. Vielleicht ist die Rechnung abgelaufen ' +
          'oder wurde schon bezahlt.',
        cancelled: 'Die Zahlung wurde abgebrochen.',
        rejected: 'Die Zahlung wurde abgelehnt, bevor sie gesendet wurde.',
        never_sent:
          'Die Zahlung wurde nicht gesendet. Vielleicht sind Zahlungen zurzeit angehalten.',
        node_away:
          'Dieser Dienst hat zurzeit keine Verbindung zum Netzwerk. Versuch es später noch einmal.',
        never_arrived: 'Die Zahlung hat diesen Dienst nie verlassen.',
        already_paid: 'Diese Rechnung hat schon jemand anderes bezahlt. Bitte um eine neue.',
        stranded:
          'Die Zahlung ist steckengeblieben und wurde nie ausgeführt. Bitte um eine neue Rechnung.',
        other: 'Die Zahlung ist fehlgeschlagen.',
      },
    },
    facts: {
      time: 'Zeit',
      feeTaken: 'Gebühr',
      identifier: 'Zahlungsnummer',
      hash: 'Zahlungs-Hash',
    },
    proof: 'Zahlungsnachweis',
    proofHint:
      'Bewahre das als Quittung auf. Wer bezahlt wird, gibt es nur für eine Zahlung heraus.',
    message: 'Nachricht vom Empfänger',
    messageLink: (host: string) => `Seite von ${host} öffnen`,
    noSecret: 'Der Empfänger hat eine verborgene Nachricht gesendet, die nicht lesbar ist.',
    check: 'Noch einmal nachsehen',
    done: 'Fertig',
    again: 'Noch einmal versuchen',
  },
};
