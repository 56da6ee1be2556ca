import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { StoredRefusal } from './batch-store.ts';
import { budgetRefusalFromText, budgetRefusalToText } from './budget-refusal-text.ts';

/** Refusals of single items of a batch; stored, so that a repeated call gets the same answer. */
export function storeRefusal(refusal: PayRefusal): StoredRefusal {
  switch (refusal.kind) {
    case 'bad_custom_record':
      return { kind: refusal.kind, detail: refusal.record };
    case 'bad_input':
      return { kind: refusal.kind, detail: refusal.message };
    case 'budget_exceeded':
    case 'budget_expired':
      return { kind: refusal.kind, detail: budgetRefusalToText(refusal) };
    case 'send_limit_exceeded':
      return { kind: refusal.kind, detail: refusal.resetsAt.toISOString() };
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
      return budgetRefusalFromText(detail);
    case 'send_limit_exceeded':
      return { kind, resetsAt: new Date(detail) };
    case 'bad_destination':
    case 'amount_too_large':
    case 'account_record_missing':
    case 'account_record_unknown':
    case 'insufficient_balance':
    case 'too_many_open_payments':
    case 'hash_in_use':
    case 'batch_item_cancelled':
    case 'outside_payments_stopped':
      return { kind };
    default:
      return { kind: 'bad_input', message: detail };
  }
}
