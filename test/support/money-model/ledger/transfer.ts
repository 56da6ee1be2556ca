import { assert } from '../../../../src/base/assert.ts';
import { type Account, accountKey } from './account.ts';
import type { Posting } from './posting.ts';

/**
 * A transfer of double entry: a set of postings that sums to zero, written once and never changed.
 */
export interface Transfer {
  readonly kind: TransferKind;
  /** The id of the payment, receipt, deposit or fee bump that the transfer books. */
  readonly subjectId: string;
  readonly postings: readonly Posting[];
}

export type TransferKind =
  | 'receive'
  | 'reserve'
  | 'post'
  | 'void'
  | 'internal'
  | 'assign'
  | 'deposit'
  | 'bump';

/** Money that moves from one account to another, in millisatoshi. */
export interface Movement {
  readonly from: Account;
  readonly to: Account;
  readonly amountMsat: bigint;
}

/**
 * Makes a transfer from movements only. What leaves one account arrives in another, so that an
 * unbalanced transfer cannot be expressed. Each account has at most one posting that takes and one
 * that gives. Movements of zero make none.
 */
export function makeTransfer(
  kind: TransferKind,
  subjectId: string,
  movements: readonly Movement[],
): Transfer {
  const postings = new Map<string, Posting>();
  const add = (account: Account, side: 'takes' | 'gives', amountMsat: bigint): void => {
    const key = `${accountKey(account)} ${side}`;
    const before = postings.get(key)?.amountMsat ?? 0n;
    postings.set(key, { account, amountMsat: before + amountMsat });
  };
  for (const { from, to, amountMsat } of movements) {
    assert(amountMsat >= 0n, 'money moves forwards');
    if (amountMsat === 0n) continue;
    add(from, 'takes', -amountMsat);
    add(to, 'gives', amountMsat);
  }
  return { kind, subjectId, postings: [...postings.values()] };
}
