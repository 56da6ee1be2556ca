import type { BadAnswer, NoAnswer, UnpayableText } from '../lnurl/lnurl-refusals.ts';
import type { SendRefusal } from './send-refusals.ts';

/**
 * Writes a refusal as a sentence for the operator. Pages have other words, in several languages.
 */
export function sendRefusalText(refusal: SendRefusal): string {
  switch (refusal.kind) {
    case 'unpayable_text':
      return UNPAYABLE[refusal.why];
    case 'payee_unreachable':
      return `the server ${refusal.host} ${NO_ANSWER[refusal.why]}`;
    case 'payee_refused':
      return refusal.reason === ''
        ? `the server ${refusal.host} refused`
        : `the server ${refusal.host} refused: “${refusal.reason}”`;
    case 'bad_payee_answer':
      return `the payee's server ${BAD_ANSWER[refusal.why]}; nothing was paid`;
    case 'bad_bolt11':
    case 'never_payable':
    case 'unknown_invoice':
      return refusal.detail;
    case 'wrong_network':
      return `the invoice is for another network (${refusal.network})`;
    case 'amount_needed':
      return `say how much: from ${refusal.minSat} to ${refusal.maxSat} sat`;
    case 'amount_out_of_range':
      return `the payee takes from ${refusal.minSat} to ${refusal.maxSat} sat`;
    case 'wrong_chain':
      return `the address is for another network (${refusal.network})`;
    case 'amount_below_minimum':
      return `the least that is sent to an address is ${refusal.minSat} sat`;
    case 'comment_over_limit':
      return `the payee takes comments of up to ${refusal.maxLength} characters`;
    default:
      return PLAIN[refusal.kind];
  }
}

const UNPAYABLE: Readonly<Record<UnpayableText, string>> = {
  empty: 'there is nothing to pay',
  too_long: 'this text is too long to be a payment',
  not_understood: 'this is neither an invoice nor a Lightning address nor an LNURL',
  several: 'this text names several payments; give the one that is meant',
  bad_address: 'this is not a Lightning address, which looks like ann@example.com',
  bad_lnurl: 'this LNURL is damaged: a character is wrong or missing',
  bad_link: 'this link asks for no Lightning payment',
  private_host: 'this leads into a private network (see SATCHEL_OUTBOUND_ALLOW)',
  not_https: 'this leads to a server without https (see SATCHEL_OUTBOUND_ALLOW)',
  port: 'an address may name a port in listed networks only (see SATCHEL_OUTBOUND_ALLOW)',
  onion: 'this leads to an onion service, which cannot be reached from here',
  own_link: 'this leads to this service itself, and to no address of it',
  onchain: 'this asks for a payment on the chain; only Lightning payments can be sent',
  bad_bitcoin_address: 'this looks like a bitcoin address, but a character is wrong or missing',
  bad_bitcoin_amount: 'the amount in this link cannot be read',
  seed_words: 'these look like the secret words of a wallet: never give them to anyone',
  bolt12: 'this is an offer (BOLT 12), which cannot be paid yet',
  silent_payment:
    'this is an address for silent payments on the chain; ask for a Lightning invoice',
  no_lightning: 'none of the ways to pay in this link is Lightning',
  unknown_need:
    'this link asks for something that is not known here (req-), so it must not be paid',
  bad_node_key: 'this looks like the public key of a node, but a character is wrong',
  own_node: 'this is the public key of our own node',
  nostr_key: 'this is a Nostr key, not a payment',
  nostr_secret: 'this is a secret Nostr key: give it to nobody',
  nostr_event: 'this is a post on Nostr, not a payment',
  login_link: 'this link is for signing in with a wallet, which is not possible here',
  channel_link: 'this link opens a channel, which only the operator of the node can do',
  withdraw_link: 'this link brings money in: its user has to open it in their wallet',
  pay_link: 'this link asks for a payment and brings nothing in',
};

const NO_ANSWER: Readonly<Record<NoAnswer, string>> = {
  blocked: 'is in a network that may not be reached (see SATCHEL_OUTBOUND_ALLOW)',
  unknown_host: 'cannot be found by its name',
  no_connection: 'cannot be reached',
  timeout: 'did not answer in time',
  too_large: 'answered too much',
  not_json: 'gave an answer that cannot be read',
  server_error: 'has a fault of its own; try again later',
  bad_redirect: 'led elsewhere too often, or to a place that may not be reached',
  not_found: 'does not know the payee',
};

const BAD_ANSWER: Readonly<Record<BadAnswer, string>> = {
  no_lnurl: 'gave no answer of LNURL',
  other_kind: 'offered something else than was expected',
  bad_callback: 'named an address for invoices that may not be reached',
  bad_limits: 'named amounts that make no sense',
  takes_nothing: 'takes no money at the moment',
  no_possible_amount: 'offers no amount from 1 sat to the most that is possible here',
  bad_metadata: 'did not say properly what is paid',
  no_text: 'did not say what is paid',
  wants_payer_data: 'wants to know who pays, which is not told',
  bad_withdraw: 'gave no proper secret for withdrawing',
  nothing_left: 'has nothing left to withdraw',
  unclear_withdraw: 'did not say whether it will pay',
  no_invoice: 'gave no invoice',
  bad_invoice: 'gave an invoice that cannot be read',
  unpayable_invoice: 'gave an invoice that cannot be paid from here',
  unknown_success_action: 'wants something unknown to happen after the payment',
  bad_success_action: 'wants something to happen after the payment that cannot be read',
  foreign_success_url: 'wants to lead to another host after the payment',
  wrong_amount: 'gave an invoice for another amount',
  wrong_network: 'gave an invoice for another network',
  expired_invoice: 'gave an expired invoice',
  paid_invoice: 'gave an invoice that was paid before',
};

type PlainKind = Exclude<
  SendRefusal['kind'],
  | 'unpayable_text'
  | 'payee_unreachable'
  | 'payee_refused'
  | 'bad_payee_answer'
  | 'bad_bolt11'
  | 'never_payable'
  | 'unknown_invoice'
  | 'wrong_network'
  | 'wrong_chain'
  | 'amount_below_minimum'
  | 'amount_needed'
  | 'amount_out_of_range'
  | 'comment_over_limit'
>;

const PLAIN: Readonly<Record<PlainKind, string>> = {
  payee_not_found: 'no one has this address',
  payee_full: 'the payee cannot take more money at the moment',
  bad_amount: 'this is no amount',
  comment_too_long: 'the comment is too long',
  bad_payer_data: 'the payee does not take what was said about the payer',
  // Refusals about zaps never occur when a user of this service pays, because such a payment is
  // never a zap.
  zaps_not_taken: 'the payee takes no zaps',
  bad_zap_request: 'the zap request cannot be read',
  too_many_open_invoices: 'too many invoices of this address are open: try again later',
  // The refusal `too_busy` is only for anonymous payers of an address, who have to wait while many
  // invoices are asked for. It never occurs for users of this service.
  too_busy: 'many invoices are asked for at the moment: try again later',
  invoice_expired: 'the invoice has expired',
  comment_not_taken: 'the payee takes no comment',
  owner_gone: 'the owner of the address has left this service',
  not_enough_on_chain: 'the node cannot send that much on the chain at the moment',
  fees_too_high: 'fees on the chain are too high at the moment',
};
