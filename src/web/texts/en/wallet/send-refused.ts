import type { BadAnswer, NoAnswer, UnpayableText } from '../../../../lnurl/lnurl-refusals.ts';

const unpayable: Readonly<Record<UnpayableText, string>> = {
  empty: 'Paste an invoice, a Lightning address or a Lightning link.',
  too_long: 'This text is too long to be a payment.',
  not_understood:
    'This is no invoice, no Lightning address and no Lightning link. Copy it again and paste all ' +
    'of it.',
  several:
    'This text names more than one payment. Paste only the invoice or the address that you want ' +
    'to pay.',
  bad_address: 'This is not a Lightning address. One looks like ann@example.com.',
  bad_lnurl: 'This Lightning link is damaged: a character is wrong or missing. Copy it again.',
  bad_link: 'This link asks for no Lightning payment.',
  private_host: 'This leads into a private network, which is not allowed here.',
  not_https: 'This leads to a server without a secure connection (https), so it is not used.',
  port: 'An address like this may not name a port. Check it for typing mistakes.',
  onion: 'This leads into the Tor network, which cannot be reached from here.',
  own_link: 'This leads to this site itself, but not to someone who can be paid.',
  onchain:
    'This is a bitcoin address for payments on the blockchain. Only Lightning payments can be ' +
    'sent here. Ask the payee for a Lightning invoice.',
  bolt12: 'This is an offer of a newer kind (BOLT 12), which cannot be paid here yet.',
  nostr_key: 'This is a Nostr key, not a payment. Ask for a Lightning address.',
  login_link: 'This link is for signing in somewhere, which does not work here.',
  channel_link: 'This link opens a channel between two nodes. It is no payment.',
  withdraw_link: 'This link brings money in.',
  pay_link: 'This link asks for a payment and brings nothing in.',
};

const noAnswer: Readonly<Record<NoAnswer, (host: string) => string>> = {
  blocked: (host) => `The server ${host} is in a network that may not be reached from here.`,
  unknown_host: (host) => `No server named ${host} exists. Check this name for typing mistakes.`,
  no_connection: (host) => `The server ${host} cannot be reached. Try again later.`,
  timeout: (host) => `The server ${host} did not answer in time. Try again later.`,
  too_large: (host) => `The server ${host} gave an answer that is far too long.`,
  not_json: (host) => `The server ${host} gave an answer that cannot be read.`,
  server_error: (host) => `The server ${host} has a fault of its own. Try again later.`,
  bad_redirect: (host) => `The server ${host} leads to a place that may not be reached from here.`,
  not_found: (host) =>
    `The server ${host} knows nothing of this payment. Check the text for typing mistakes.`,
};

const badAnswer: Readonly<Record<BadAnswer, string>> = {
  no_lnurl: 'There is no Lightning payment behind this.',
  other_kind: 'The server offers something else than this link promises.',
  bad_callback: 'The server wants to be asked at a place that may not be reached from here.',
  bad_limits: 'The server names amounts that make no sense.',
  no_possible_amount: 'The amount is below 1 sat, or above what is possible here.',
  bad_metadata: 'The server does not say properly what is paid.',
  no_text: 'The server does not say what is paid.',
  wants_payer_data: 'The payee wants to know who pays, which is not told from here.',
  bad_withdraw: 'The server offers money, but not in a way that works.',
  unclear_withdraw: 'The server did not say whether it will send the money.',
  no_invoice: 'The server of the payee gave no invoice.',
  bad_invoice: 'The server of the payee gave an invoice that cannot be read.',
  unpayable_invoice: 'The server of the payee gave an invoice that cannot be paid from here.',
  unknown_success_action: 'The payee wants something to happen afterwards that is not known here.',
  bad_success_action: 'The payee wants something to happen afterwards that cannot be read.',
  foreign_success_url: 'The payee wants to lead you to another site afterwards.',
  wrong_amount: 'The server of the payee gave an invoice for another amount than you chose.',
  wrong_network: 'The server of the payee gave an invoice for another network.',
  expired_invoice: 'The server of the payee gave an invoice that has already expired.',
  paid_invoice: 'The server of the payee gave an invoice that you have already paid.',
};

/** Why something cannot be sent or withdrawn. Each is followed by `nothing` where that helps. */
export const sendRefused = {
  unpayable,
  noAnswer,
  badAnswer,
  nothing: 'Nothing was sent.',
  refused: (host: string, reason: string) => `${host} refused: “${reason}”`,
  refusedSilently: (host: string) => `${host} refused, and did not say why.`,
  badInvoice: 'This invoice is damaged: a character is wrong or missing. Copy it again.',
  unknownInvoice:
    'This invoice is of a kind that is not known here, so it cannot be paid. Ask for another one.',
  wrongNetwork: (network: string, ours: string) =>
    `This invoice is for another network (${network}). This wallet is on ${ours}.`,
  networks: {
    bitcoin: 'Bitcoin',
    testnet: 'the test network',
    signet: 'the network Signet',
    regtest: 'a private test network',
  },
  payeeNotFound: 'No one here has this address. Check it for typing mistakes.',
  invoiceExpired: 'This invoice has expired. Ask for a new one.',
  neverPayable: {
    old_kind:
      'This invoice is of an old kind that cannot be paid any more. Ask the payee for a new one.',
    unknown_feature: 'This invoice needs something that is not known here. It cannot be paid.',
  },
  amountNeeded: 'Enter an amount.',
  amountOutOfRange: (least: string, most: string) => `Enter an amount from ${least} to ${most}.`,
  commentNotTaken: 'The payee takes no comment.',
  commentTooLong: (maxLength: number) =>
    `This comment is too long. Shorten it to ${maxLength} characters.`,
  balanceLimit:
    'With this amount you would have more here than this service keeps for you. The start page ' +
    'says how much that is.',
  payeeFull: 'The recipient cannot take that much at the moment. Ask them when it is possible.',
  tooManyInvoices: 'Too many invoices of this address are unpaid at the moment. Try again later.',
  ownTooManyInvoices:
    'Too many of your invoices are still unpaid. Wait until some of them expire, then try again.',
  ownTooManyNewInvoices:
    'You have created very many invoices today. Wait an hour or two, then try again.',
  tooManyLookUps: 'You are asking several payees at once. Wait a moment and try again.',
  other: 'This cannot be paid from here.',
  /** Of the payment itself, when the button was pressed. */
  paying: {
    balance: 'Your balance is too low for this payment and its fee.',
    tooManyOpen: 'Too many of your payments are still on their way. Wait until some have ended.',
    hashInUse: 'Someone else is paying this invoice right now. Try again in a minute.',
    paidBefore: 'This invoice has already been paid.',
    expired: 'This invoice has expired. Ask for a new one.',
    stopped: 'Payments to other wallets are stopped at the moment. Try again later.',
    notReady: 'This invoice is not ready yet. Try again in a few seconds.',
    sendLimit:
      'This is more than you can still send today. The start page says how much is left; the ' +
      'day ends at midnight UTC.',
    tooLarge: 'This is more than can be sent in one payment.',
    notPayable: 'This invoice needs something that is not known here. It cannot be paid.',
    other: 'The payment could not be started. Nothing was sent.',
  },
};
