import type { BadAnswer, NoAnswer, UnpayableText } from '../../../../lnurl/lnurl-refusals.ts';

const unpayable: Readonly<Record<UnpayableText, string>> = {
  empty: 'Füge eine Rechnung, eine Lightning-Adresse oder einen Lightning-Link ein.',
  too_long: 'Dieser Text ist zu lang für eine Zahlung.',
  not_understood:
    'Das ist weder eine Rechnung noch eine Lightning-Adresse noch ein Lightning-Link. Kopiere ' +
    'den Text noch einmal und füge ihn ganz ein.',
  several:
    'In diesem Text steht mehr als eine Zahlung. Füge nur die Rechnung oder die Adresse ein, die ' +
    'du bezahlen willst.',
  bad_address: 'Das ist keine Lightning-Adresse. So sieht eine aus: anna@example.com.',
  bad_lnurl:
    'Dieser Lightning-Link ist beschädigt: Ein Zeichen ist falsch oder fehlt. Kopiere ihn ' +
    'noch einmal.',
  bad_link: 'Dieser Link bittet nicht um eine Lightning-Zahlung.',
  private_host: 'Das führt in ein privates Netzwerk, und das ist hier nicht erlaubt.',
  not_https:
    'Das führt zu einem Server ohne sichere Verbindung (https). Deshalb wird es nicht benutzt.',
  port: 'Eine solche Adresse darf keinen Port enthalten. Prüfe sie auf Tippfehler.',
  onion: 'Das führt ins Tor-Netzwerk, das von hier aus nicht erreichbar ist.',
  own_link: 'Das führt zu dieser Website selbst, aber zu niemandem, an den du etwas zahlen kannst.',
  onchain:
    'Das ist eine Bitcoin-Adresse für Zahlungen auf der Blockchain. Von hier aus kannst du ' +
    'nur über Lightning zahlen. Bitte den Empfänger um eine Lightning-Rechnung.',
  bolt12:
    'Das ist ein Angebot einer neueren Art (BOLT 12). Es kann hier noch nicht bezahlt werden.',
  nostr_key: 'Das ist ein Nostr-Schlüssel, keine Zahlung. Frag nach einer Lightning-Adresse.',
  login_link: 'Dieser Link dient dazu, sich irgendwo anzumelden. Das geht hier nicht.',
  channel_link: 'Dieser Link öffnet einen Kanal zwischen zwei Knoten. Er ist keine Zahlung.',
  withdraw_link: 'Mit diesem Link bekommst du Geld.',
  pay_link: 'Dieser Link bittet um eine Zahlung. Du bekommst damit kein Geld.',
};

const noAnswer: Readonly<Record<NoAnswer, (host: string) => string>> = {
  blocked: (host) =>
    `Der Server ${host} ist in einem Netzwerk, auf das von hier aus nicht zugegriffen ` +
    'werden darf.',
  unknown_host: (host) =>
    `Einen Server mit dem Namen ${host} gibt es nicht. Prüfe den Namen auf Tippfehler.`,
  no_connection: (host) =>
    `Der Server ${host} ist nicht erreichbar. Versuch es später noch einmal.`,
  timeout: (host) =>
    `Der Server ${host} hat nicht rechtzeitig geantwortet. Versuch es später noch einmal.`,
  too_large: (host) => `Der Server ${host} hat eine viel zu lange Antwort geschickt.`,
  not_json: (host) => `Die Antwort vom Server ${host} ist nicht lesbar.`,
  server_error: (host) => `Beim Server ${host} ist etwas kaputt. Versuch es später noch einmal.`,
  bad_redirect: (host) =>
    `Der Server ${host} verweist an eine Stelle, auf die von hier aus nicht ` +
    'zugegriffen werden darf.',
  not_found: (host) =>
    `Der Server ${host} weiß nichts von dieser Zahlung. Prüfe den Text auf Tippfehler.`,
};

const badAnswer: Readonly<Record<BadAnswer, string>> = {
  no_lnurl: 'Dahinter steckt keine Lightning-Zahlung.',
  other_kind: 'Der Server bietet etwas anderes an, als dieser Link verspricht.',
  bad_callback:
    'Der Server will an einer Stelle gefragt werden, auf die von hier aus nicht zugegriffen ' +
    'werden darf.',
  bad_limits: 'Der Server nennt Beträge, die keinen Sinn ergeben.',
  no_possible_amount: 'Der Betrag liegt unter 1 sat oder über dem, was hier möglich ist.',
  bad_metadata: 'Der Server sagt nicht richtig, was bezahlt wird.',
  no_text: 'Der Server sagt nicht, was bezahlt wird.',
  wants_payer_data:
    'Der Empfänger will wissen, wer bezahlt. Das wird von hier aus nicht mitgeteilt.',
  bad_withdraw: 'Der Server bietet Geld an, aber auf eine Weise, die nicht funktioniert.',
  unclear_withdraw: 'Der Server hat nicht gesagt, ob er das Geld senden wird.',
  no_invoice: 'Der Server des Empfängers hat keine Rechnung geschickt.',
  bad_invoice: 'Die Rechnung vom Server des Empfängers ist nicht lesbar.',
  unpayable_invoice:
    'Der Server des Empfängers hat eine Rechnung geschickt, die von hier aus nicht bezahlt ' +
    'werden kann.',
  unknown_success_action:
    'Der Empfänger will, dass nach der Zahlung etwas geschieht, das hier unbekannt ist.',
  bad_success_action:
    'Der Empfänger will, dass nach der Zahlung etwas geschieht, das hier nicht lesbar ist.',
  foreign_success_url: 'Der Empfänger will dich nach der Zahlung auf eine andere Website führen.',
  wrong_amount:
    'Der Server des Empfängers hat eine Rechnung über einen anderen Betrag geschickt, als du ' +
    'gewählt hast.',
  wrong_network: 'Der Server des Empfängers hat eine Rechnung für ein anderes Netzwerk geschickt.',
  expired_invoice:
    'Der Server des Empfängers hat eine Rechnung geschickt, die schon abgelaufen ist.',
  paid_invoice: 'Der Server des Empfängers hat eine Rechnung geschickt, die du schon bezahlt hast.',
};

/** Why something cannot be sent or withdrawn. Each is followed by `nothing` where that helps. */
export const sendRefused = {
  unpayable,
  noAnswer,
  badAnswer,
  nothing: 'Es wurde nichts gesendet.',
  refused: (host: string, reason: string) => `${host} hat abgelehnt: „${reason}“`,
  refusedSilently: (host: string) => `${host} hat abgelehnt, ohne zu sagen, warum.`,
  badInvoice:
    'Diese Rechnung ist beschädigt: Ein Zeichen ist falsch oder fehlt. Kopiere sie noch einmal.',
  unknownInvoice:
    'Diese Rechnung ist von einer Art, die hier nicht bekannt ist. Sie kann nicht bezahlt ' +
    'werden. Bitte um eine andere.',
  wrongNetwork: (network: string, ours: string) =>
    `Diese Rechnung gehört zu einem anderen Netzwerk (${network}). Diese Wallet benutzt ${ours}.`,
  networks: {
    bitcoin: 'Bitcoin',
    testnet: 'das Testnetz',
    signet: 'das Netzwerk Signet',
    regtest: 'ein privates Testnetz',
  },
  payeeNotFound: 'Diese Adresse hat hier niemand. Prüfe sie auf Tippfehler.',
  invoiceExpired: 'Diese Rechnung ist abgelaufen. Bitte um eine neue.',
  neverPayable: {
    old_kind:
      'Das ist eine Rechnung einer alten Art, die nicht mehr bezahlt werden kann. Bitte den ' +
      'Empfänger um eine neue.',
    unknown_feature:
      'Diese Rechnung verlangt etwas, das hier nicht bekannt ist. Sie kann nicht bezahlt werden.',
  },
  amountNeeded: 'Gib einen Betrag ein.',
  amountOutOfRange: (least: string, most: string) =>
    `Gib einen Betrag von ${least} bis ${most} ein.`,
  commentNotTaken: 'Der Empfänger nimmt keinen Kommentar an.',
  commentTooLong: (maxLength: number) =>
    `Dieser Kommentar ist zu lang. Kürze ihn auf ${maxLength} Zeichen.`,
  balanceLimit:
    'Mit diesem Betrag hättest du hier mehr, als dieser Dienst für dich aufbewahrt. Die ' +
    'Startseite zeigt, wie viel das ist.',
  payeeFull: 'Der Empfänger kann gerade nicht so viel annehmen. Frage ihn, wann es möglich ist.',
  tooManyInvoices:
    'Zu viele Rechnungen dieser Adresse sind zurzeit unbezahlt. Versuch es später noch einmal.',
  ownTooManyInvoices:
    'Zu viele deiner Rechnungen sind noch unbezahlt. Warte, bis einige davon abgelaufen sind, ' +
    'und versuch es dann noch einmal.',
  ownTooManyNewInvoices:
    'Du hast heute sehr viele Rechnungen erstellt. Warte ein bis zwei Stunden und versuch es ' +
    'dann noch einmal.',
  tooManyLookUps:
    'Du fragst gerade mehrere Empfänger auf einmal ab. Warte einen Moment und versuch es noch ' +
    'einmal.',
  other: 'Das kann von hier aus nicht bezahlt werden.',
  /** Of the payment itself, when the button was pressed. */
  paying: {
    balance: 'Dein Guthaben reicht nicht für diese Zahlung und ihre Gebühr.',
    tooManyOpen: 'Zu viele deiner Zahlungen sind noch unterwegs. Warte, bis einige beendet sind.',
    hashInUse:
      'Gerade bezahlt jemand anderes diese Rechnung. Versuch es in einer Minute noch einmal.',
    paidBefore: 'Diese Rechnung wurde schon bezahlt.',
    expired: 'Diese Rechnung ist abgelaufen. Bitte um eine neue.',
    stopped: 'Zahlungen an andere Wallets sind zurzeit angehalten. Versuch es später noch einmal.',
    notReady: 'Diese Rechnung ist noch nicht bereit. Versuch es in ein paar Sekunden noch einmal.',
    sendLimit:
      'Das ist mehr, als du heute noch senden kannst. Die Startseite zeigt, wie viel übrig ist; ' +
      'der Tag endet um Mitternacht (UTC).',
    tooLarge: 'Das ist mehr, als mit einer Zahlung gesendet werden kann.',
    notPayable:
      'Diese Rechnung verlangt etwas, das hier unbekannt ist. Sie kann nicht bezahlt werden.',
    other: 'Die Zahlung konnte nicht begonnen werden. Es wurde nichts gesendet.',
  },
};
