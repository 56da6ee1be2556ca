/** Why a text cannot be paid, or a payee's server cannot be used. Nothing was paid. */
export type LnurlRefusal =
  | { readonly kind: 'unpayable_text'; readonly why: UnpayableText }
  /** The payee's server cannot be asked, or gave no answer that can be read. */
  | { readonly kind: 'payee_unreachable'; readonly why: NoAnswer }
  /** The payee's server said no, in its own words. */
  | { readonly kind: 'payee_refused'; readonly reason: string }
  /** The answer breaks the rules of LNURL. */
  | { readonly kind: 'bad_payee_answer'; readonly why: BadAnswer };

export type UnpayableText =
  | 'empty'
  | 'too_long'
  | 'not_understood'
  | 'bad_address'
  | 'bad_lnurl'
  | 'bad_link'
  | 'private_host'
  | 'not_https'
  | 'port'
  | 'onion'
  | 'own_link'
  | 'onchain'
  | 'bolt12'
  | 'nostr_key'
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
  | 'bad_redirect'
  | 'not_found';

export type BadAnswer =
  | 'no_lnurl'
  | 'other_kind'
  | 'bad_callback'
  | 'bad_limits'
  | 'no_possible_amount'
  | 'bad_metadata'
  | 'no_text'
  | 'wants_payer_data'
  | 'bad_withdraw'
  | 'no_invoice'
  | 'bad_invoice'
  | 'unpayable_invoice'
  | 'unknown_success_action'
  | 'bad_success_action'
  | 'foreign_success_url'
  | 'wrong_amount'
  | 'wrong_network'
  | 'expired_invoice'
  /** This user has paid it, or is paying it. */
  | 'paid_invoice';
