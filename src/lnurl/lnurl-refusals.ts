/** Why a text cannot be paid, or why a payee's server cannot be used. Nothing was paid. */
export type LnurlRefusal =
  | { readonly kind: 'unpayable_text'; readonly why: UnpayableText }
  /** The payee's server cannot be reached, or gave no readable answer. */
  | { readonly kind: 'payee_unreachable'; readonly host: string; readonly why: NoAnswer }
  /** The payee's server refused; the reason is '' if it gave none. */
  | { readonly kind: 'payee_refused'; readonly host: string; readonly reason: string }
  /** The payee's answer breaks the rules of LNURL. */
  | { readonly kind: 'bad_payee_answer'; readonly why: BadAnswer };

export type UnpayableText =
  | 'empty'
  | 'too_long'
  | 'not_understood'
  | 'several'
  | 'bad_address'
  | 'bad_lnurl'
  | 'bad_link'
  | 'private_host'
  | 'not_https'
  | 'port'
  | 'onion'
  | 'own_link'
  /** Bitcoin addresses cannot be paid, because the service does not send bitcoin on the chain. */
  | 'onchain'
  /** The text looks like a bitcoin address, but one of its characters is wrong. */
  | 'bad_bitcoin_address'
  | 'bad_bitcoin_amount'
  /** The text looks like the seed words of a wallet, which must not be told to anyone. */
  | 'seed_words'
  | 'bolt12'
  | 'silent_payment'
  /** The link offers ways to pay, but none of them is Lightning. */
  | 'no_lightning'
  /** The URI has a required parameter that this service does not understand (BIP 321). */
  | 'unknown_need'
  | 'nostr_key'
  | 'nostr_secret'
  /** The text is a post or an article on Nostr, not a person. */
  | 'nostr_event'
  | 'bad_node_key'
  /** The text names the node of this service itself, which does not belong to any single user. */
  | 'own_node'
  | 'login_link'
  | 'channel_link'
  | 'withdraw_link'
  | 'pay_link';

export type NoAnswer =
  | 'blocked'
  | 'unknown_host'
  | 'no_connection'
  | 'timeout'
  | 'too_large'
  | 'not_json'
  | 'server_error'
  | 'bad_redirect'
  | 'not_found';

export type BadAnswer =
  | 'no_lnurl'
  | 'other_kind'
  | 'bad_callback'
  | 'bad_limits'
  | 'takes_nothing'
  | 'no_possible_amount'
  | 'bad_metadata'
  | 'no_text'
  | 'wants_payer_data'
  | 'bad_withdraw'
  /** The voucher is used up, so nothing can be withdrawn. */
  | 'nothing_left'
  | 'unclear_withdraw'
  | 'no_invoice'
  | 'bad_invoice'
  | 'unpayable_invoice'
  | 'unknown_success_action'
  | 'bad_success_action'
  | 'foreign_success_url'
  | 'wrong_amount'
  | 'wrong_network'
  | 'expired_invoice'
  /** The user has paid this invoice already, or is paying it. */
  | 'paid_invoice';
