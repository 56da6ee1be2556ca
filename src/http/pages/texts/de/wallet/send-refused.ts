import type { BadAnswer, NoAnswer, UnpayableText } from '../../../../../lnurl/lnurl-refusals.ts';

const unpayable: Readonly<Record<UnpayableText, string>> = {
  empty: 'Füge eine Rechnung, eine Lightning-Adresse oder einen Lightning-Link ein.',
  too_long: 'Dieser Text ist zu lang für eine Zahlung.',
  not_understood:
    'Das ist weder eine Rechnung noch eine Lightning-Adresse noch ein Lightning-Link. Kopiere ' +
    'den Text noch einmal und füge ihn ganz ein.',
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
  own_link: 'Das führt zu dieser Website selbst, und niemand hat hier diese Adresse.',
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

const noAnswer: Readonly<Record<NoAnswer, string>> = {
  blocked:
    'Der Server des Empfängers ist in einem Netzwerk, auf das von hier aus nicht zugegriffen ' +
    'werden darf.',
  unknown_host:
    'Einen Server mit diesem Namen gibt es nicht. Prüfe Adresse oder Link auf Tippfehler.',
  no_connection: 'Der Server des Empfängers ist nicht erreichbar. Versuch es später noch einmal.',
  timeout:
    'Der Server des Empfängers hat nicht rechtzeitig geantwortet. Versuch es später noch einmal.',
  too_large: 'Der Server des Empfängers hat eine viel zu lange Antwort geschickt.',
  not_json: 'Die Antwort vom Server des Empfängers ist nicht lesbar.',
  bad_redirect:
    'Der Server des Empfängers verweist an eine Stelle, auf die von hier aus nicht ' +
    'zugegriffen werden darf.',
  not_found:
    'Der Server des Empfängers kennt niemanden mit diesem Namen. Prüfe ihn auf Tippfehler.',
};

const badAnswer: Readonly<Record<BadAnswer, string>> = {
  no_lnurl: 'Hinter dieser Adresse steckt keine Lightning-Zahlung.',
  other_kind: 'Der Server bietet etwas anderes an, als dieser Link verspricht.',
  bad_callback:
    'Der Server will an einer Stelle gefragt werden, auf die von hier aus nicht zugegriffen ' +
    'werden darf.',
  bad_limits: 'Der Server nennt Beträge, die keinen Sinn ergeben.',
  no_whole_sats:
    'Der Empfänger nimmt keinen Betrag in ganzen sats an, oder er will mehr, als von hier aus ' +
    'gesendet werden kann.',
  bad_metadata: 'Der Server sagt nicht richtig, was bezahlt wird.',
  no_text: 'Der Server sagt nicht, was bezahlt wird.',
  wants_payer_data:
    'Der Empfänger will wissen, wer bezahlt. Das wird von hier aus nicht mitgeteilt.',
  bad_withdraw: 'Der Server bietet Geld an, aber auf eine Weise, die nicht funktioniert.',
  no_invoice: 'Der Server des Empfängers hat keine Rechnung geschickt.',
  bad_invoice: 'Die Rechnung vom Server des Empfängers ist nicht lesbar.',
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
  payeeRefused: (reason: string) =>
    `Der Server des Empfängers hat abgelehnt. Seine Begründung: „${reason}“`,
  payeeRefusedSilently: 'Der Server des Empfängers hat abgelehnt, ohne zu sagen, warum.',
  badInvoice:
    'Diese Rechnung ist beschädigt: Ein Zeichen ist falsch oder fehlt. Kopiere sie noch einmal.',
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
