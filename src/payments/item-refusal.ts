import type { BudgetRefusal } from '../authorization/budget.ts';
import { sat } from '../base/amount.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { StoredRefusal } from './batch-store.ts';

/** Stores the refusal of a single item of a batch, so that a repeated call gets the same answer. */
export function storeRefusal(refusal: PayRefusal): StoredRefusal {
  switch (refusal.kind) {
    case 'bad_custom_record':
      return { kind: refusal.kind, detail: refusal.record };
    case 'bad_input':
      return { kind: refusal.kind, detail: refusal.message };
    case 'bad_bolt11':
    case 'invoice_not_payable':
      return { kind: refusal.kind, detail: refusal.detail };
    case 'wrong_network':
      return { kind: refusal.kind, detail: refusal.network };
    case 'budget_exceeded':
    case 'budget_expired':
      return { kind: refusal.kind, detail: JSON.stringify(refusal, bigintAsText) };
    case 'send_limit_exceeded':
      return { kind: refusal.kind, detail: refusal.resetsAt.toISOString() };
    case 'approval_needed':
      return { kind: refusal.kind, detail: String(refusal.maxFeeSat) };
    default:
      return { kind: refusal.kind, detail: '' };
  }
}

export function restoreRefusal({ kind, detail }: StoredRefusal): PayRefusal {
  switch (kind) {
    case 'bad_custom_record':
      return { kind, record: detail };
    case 'budget_exceeded':
    case 'budget_expired':
      return parseBudgetRefusal(detail);
    case 'send_limit_exceeded':
      return { kind, resetsAt: new Date(detail) };
    case 'approval_needed':
      return { kind, maxFeeSat: sat(BigInt(detail)) };
    case 'bad_bolt11':
    case 'invoice_not_payable':
      return { kind, detail };
    case 'wrong_network':
      return { kind, network: detail };
    case 'amount_missing':
    case 'amount_mismatch':
    case 'amount_too_large':
    case 'not_our_invoice':
    case 'invoice_not_ready':
    case 'invoice_settled':
    case 'invoice_expired':
    case 'bad_destination':
    case 'account_record_missing':
    case 'account_record_unknown':
    case 'insufficient_balance':
    case 'too_many_open_payments':
    case 'storage_used_up':
    case 'hash_in_use':
    case 'batch_item_cancelled':
    case 'outside_payments_stopped':
    case 'idempotency_mismatch':
      return { kind };
    case 'bad_input':
    // Refusals that only an existing payment causes cannot have been stored, because an item that
    // has a payment is never refused.
    case 'paid_by_other_grant':
    case 'hash_paid_by_other_text':
    case 'payment_failed':
    case 'payment_pending':
    // An item does not wait for an approval.
    case 'approval_refused':
    case 'approval_expired':
    case 'approval_withdrawn':
    case 'approval_failed':
    case 'approval_over':
    case 'too_many_approvals':
    // Refusals of payments to bitcoin addresses cannot have been stored, because all items of a
    // batch are keysends.
    case 'bad_address':
    case 'amount_below_minimum':
    case 'fee_above_max':
    case 'fees_too_high':
    case 'not_enough_on_chain':
    case 'onchain_off':
    case 'owner_gone':
      return { kind: 'bad_input', message: detail };
    default:
      // A newer version of the service stored a kind of refusal that this version does not know.
      kind satisfies never;
      return { kind: 'bad_input', message: detail };
  }
}

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

const parseBudgetRefusal = (json: string): BudgetRefusal =>
  JSON.parse(json, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (name.endsWith('Sat')) return sat(BigInt(value));
    return name.endsWith('At') ? new Date(value) : value;
  });
