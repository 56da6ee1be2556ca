import type { AddressInvoiceRefusal } from '../address/create-address-invoice.ts';
import type { Sat } from '../base/amount.ts';
import type { ChainRefusal, DecodeRefusal } from '../ledger/wallet-refusals.ts';
import type { Network } from '../lightning/bolt11.ts';
import type { NotPayable } from '../lightning/bolt11-payable.ts';
import type { LnurlRefusal } from '../lnurl/lnurl-refusals.ts';

/** Why a text cannot be paid, or not in the chosen way. Nothing was paid. */
export type SendRefusal =
  | LnurlRefusal
  | DecodeRefusal
  /** A lightning address of this service has refused to make an invoice. */
  | AddressInvoiceRefusal
  /** The invoice has parts that this program cannot read; `detail` says which. */
  | { readonly kind: 'unknown_invoice'; readonly detail: string }
  | { readonly kind: 'wrong_network'; readonly network: string }
  /** The bitcoin address belongs to another network. */
  | { readonly kind: 'wrong_chain'; readonly network: Network }
  /** The bitcoin address belongs to a user who has closed their account. */
  | { readonly kind: 'owner_gone' }
  | Exclude<ChainRefusal, { readonly kind: 'onchain_off' | 'fee_above_max' }>
  | { readonly kind: 'invoice_expired' }
  | ({ readonly kind: 'never_payable' } & NotPayable)
  | { readonly kind: 'amount_needed'; readonly minSat: Sat; readonly maxSat: Sat }
  | { readonly kind: 'comment_not_taken' }
  | { readonly kind: 'comment_over_limit'; readonly maxLength: number };
