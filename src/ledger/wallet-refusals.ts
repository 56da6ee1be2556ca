import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Sat } from '../base/amount.ts';
import type { AddressRefusal } from '../lightning/bitcoin/payable-address.ts';
import type { DuplicatePaymentRefusal } from './check-duplicate-payment.ts';
import type { MoneyRefusal } from './money-store.ts';

/**
 * Refusals that callers of a wallet must expect, such as for too little balance. Each protocol
 * (HTTP API, NWC, LndHub) turns them into errors of its own.
 */
export type BadInput = { readonly kind: 'bad_input'; readonly message: string };

export type CreateInvoiceRefusal =
  | BadInput
  | StorageRefusal
  | { readonly kind: 'currency_not_supported'; readonly currency: string }
  | { readonly kind: 'amount_too_large' }
  | { readonly kind: 'too_many_open_invoices' }
  /** The user has made as many invoices within a day as they may. */
  | { readonly kind: 'too_many_new_invoices' }
  /** With this invoice, the user's balance would be more than the limit for this user. */
  | { readonly kind: 'balance_limit_exceeded' }
  | { readonly kind: 'idempotency_mismatch' };

export type HistoryRefusal =
  | { readonly kind: 'unknown_identifier'; readonly identifier: string }
  | { readonly kind: 'too_many_lists' };

export type FindInvoiceRefusal = { readonly kind: 'invoice_not_found' };

export type DecodeRefusal = { readonly kind: 'bad_bolt11'; readonly detail: string };

/** Why no bitcoin is sent to an address now. */
export type ChainRefusal =
  /** The operator has not switched on payments to bitcoin addresses. */
  | { readonly kind: 'onchain_off' }
  | { readonly kind: 'amount_below_minimum'; readonly minSat: Sat }
  /** The node has too few coins that can be spent now. */
  | { readonly kind: 'not_enough_on_chain' }
  /** The fee would be more than the payer's own limit. */
  | { readonly kind: 'fee_above_max'; readonly feeSat: Sat }
  /** Fee rates on the chain are higher than the operator allows. */
  | { readonly kind: 'fees_too_high' };

export type PayRefusal =
  | BadInput
  | DecodeRefusal
  | MoneyRefusal
  | DuplicatePaymentRefusal
  | AddressRefusal
  | ChainRefusal
  | { readonly kind: 'wrong_network'; readonly network: string }
  | { readonly kind: 'invoice_not_payable'; readonly detail: string }
  | { readonly kind: 'amount_missing' }
  | { readonly kind: 'amount_mismatch' }
  | { readonly kind: 'amount_too_large' }
  /**
   * The invoice is payable to the service's node, but this service did not create it, so the payee
   * is not known.
   */
  | { readonly kind: 'not_our_invoice' }
  | { readonly kind: 'invoice_not_ready' }
  /**
   * A keysend to the service's own node lacks custom record 696969, which has to name the user who
   * gets it.
   */
  | { readonly kind: 'account_record_missing' }
  | { readonly kind: 'account_record_unknown' }
  | { readonly kind: 'bad_destination' }
  | { readonly kind: 'bad_custom_record'; readonly record: string }
  | { readonly kind: 'outside_payments_stopped' }
  /** The payment has failed for good, and nothing was paid. */
  | { readonly kind: 'payment_failed'; readonly reason: string; readonly message: string }
  | ApprovalRefusal
  /**
   * Whether the payment succeeds is not known yet; its money stays held until the node proves its
   * end. While it waits for its owner's approval (`isAsking`), nothing is held.
   */
  | { readonly kind: 'payment_pending'; readonly paymentId: string; readonly isAsking?: true };

/** Why a payment that needs its owner's approval is not made. */
export type ApprovalRefusal =
  | { readonly kind: 'approval_refused' }
  | { readonly kind: 'approval_expired' }
  /** The spender may not act any more, or the invoice is paid by other means. */
  | { readonly kind: 'approval_withdrawn' }
  /** The payment was approved, but could not be made any more, such as for too little balance. */
  | { readonly kind: 'approval_failed' }
  /** Too many payments of this spender or user wait for approval already. */
  | { readonly kind: 'too_many_approvals' };
