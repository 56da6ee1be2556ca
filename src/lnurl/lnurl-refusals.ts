/** Reasons why a text cannot be paid, or a payee's server cannot be used. Nothing was paid. */
export type LnurlRefusal =
  | { readonly kind: 'unpayable_text'; readonly why: UnpayableText }
  /** The server cannot be asked, or gave no answer that can be read. */
  | { readonly kind: 'payee_unreachable'; readonly host: string; readonly why: NoAnswer }
  /** The server said no; '' where it did not say why. */
  | { readonly kind: 'payee_refused'; readonly host: string; readonly reason: string }
  /** The answer breaks the rules of LNURL. */
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
  /** An address is not paid here: the service does not send bitcoin over the chain. */
  | 'onchain'
  /** The text looks like a bitcoin address, and a character is wrong. */
  | 'bad_bitcoin_address'
  | 'bad_bitcoin_amount'
  /** The text is like the words from which a wallet is restored, which no one may be told. */
  | 'seed_words'
  | 'bolt12'
  | 'silent_payment'
  /** A link has ways to pay, none of them Lightning. */
  | 'no_lightning'
  /** A part of the link must be known to the payer, and is not known here (BIP 321). */
  | 'unknown_need'
  | 'nostr_key'
  | 'nostr_secret'
  /** The text is a post or an article on Nostr. */
  | 'nostr_event'
  | 'bad_node_key'
  /** The node of this service pays no one by itself. */
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
  /** The voucher is used up. */
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
  /** This user has paid the invoice, or is paying it. */
  | 'paid_invoice';
