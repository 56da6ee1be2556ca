import { bytesEqual } from '../../../src/base/hex.ts';
import type { Approval, NewApproval } from '../../../src/payments/approval.ts';
import type {
  ApprovalEnd,
  ApprovalStore,
  AskOutcome,
} from '../../../src/payments/approval-store.ts';
import { MAX_WAITING_OF_SPENDER, MAX_WAITING_OF_USER } from '../../../src/payments/limits.ts';
import { findApproval } from '../money-model/approvals.ts';
import type { MemoryState } from '../money-model/state.ts';

/** Payments that wait for approval in memory. No one is told of them here. */
export function createApprovalsOf({ money }: { readonly money: MemoryState }): ApprovalStore {
  const { approvals } = money;
  const end = (id: string, { state, at, device, failure = undefined }: ApprovalEnd): boolean => {
    const found = approvals.get(id);
    if (found?.state !== 'waiting') return false;
    const ended = { endedAt: at, endedOn: device, failure: failure ?? null };
    approvals.set(id, { ...found, ...ended, state });
    return true;
  };
  const waiting = (): readonly Approval[] =>
    [...approvals.values()].filter(({ state }) => state === 'waiting');
  return {
    ask: async (wanted) => ask(money, wanted),
    find: async (id) => approvals.get(id) ?? null,
    findOfPayment: async (paymentId) => findApproval(money, paymentId) ?? null,
    end: async (id, ending) => end(id, ending),
    refuseAll: async ({ userId, grantId }, at, device) =>
      waiting()
        .filter((one) => one.userId === userId && one.grantId === grantId && one.expiresAt > at)
        .filter(({ id }) => end(id, { state: 'refused', at, device })).length,
    listOfUser: async ({ userId, isWaiting, offset, limit }) =>
      [...approvals.values()]
        .filter((one) => one.userId === userId && (!isWaiting || one.state === 'waiting'))
        .toReversed()
        .slice(offset, offset + limit),
    mute: async () => undefined,
    endDue: async (at, limit) => {
      const isPaid = (one: Approval): boolean =>
        [...money.payments.values()].some(
          ({ userId, paymentHash, state }) =>
            userId === one.userId && paymentHash === one.paymentHash && state !== 'failed',
        );
      const due = waiting()
        .filter((one) => one.expiresAt <= at || isPaid(one))
        .slice(0, limit);
      for (const { id, expiresAt } of due) {
        end(id, { state: expiresAt <= at ? 'expired' : 'withdrawn', at, device: null });
      }
      return due.length;
    },
    prune: async (endedBefore, limit) => {
      const old = [...approvals.values()]
        .filter(({ endedAt }) => endedAt !== null && endedAt < endedBefore)
        .slice(0, limit);
      for (const { id } of old) approvals.delete(id);
      return old.length;
    },
  };
}

function ask({ approvals, payments }: MemoryState, wanted: NewApproval): AskOutcome {
  const { userId, grantId, claim, paymentHash, createdAt } = wanted;
  const ofGrant = [...approvals.values()].filter(
    (one) => one.userId === userId && one.grantId === grantId,
  );
  const waits = ({ state, expiresAt }: Approval): boolean =>
    state === 'waiting' && expiresAt > createdAt;
  const isPaid = ({ state, planned }: Approval): boolean =>
    state === 'approved' && payments.get(planned.ids.paymentId)?.state !== 'failed';
  const earlier =
    [...approvals.values()].find(
      ({ planned }) => planned.ids.paymentId === wanted.planned.ids.paymentId,
    ) ??
    ofGrant.find((one) => claim !== null && one.claim?.key === claim.key) ??
    ofGrant
      .filter((one) => paymentHash !== null && one.paymentHash === paymentHash)
      .findLast((one) => one.state === 'refused' || waits(one) || isPaid(one));
  if (earlier !== undefined) {
    const isOther =
      claim !== null &&
      earlier.claim?.key === claim.key &&
      !bytesEqual(earlier.claim.requestHash, claim.requestHash);
    return isOther ? { kind: 'idempotency_mismatch' } : { kind: 'asked', id: earlier.id };
  }
  const ofUser = [...approvals.values()].filter((one) => one.userId === userId && waits(one));
  const isFull =
    ofUser.length >= MAX_WAITING_OF_USER || ofGrant.filter(waits).length >= MAX_WAITING_OF_SPENDER;
  if (isFull) return { kind: 'too_many' };
  const fresh = { state: 'waiting' as const, endedAt: null, endedOn: null, failure: null };
  approvals.set(wanted.id, { ...wanted, ...fresh });
  return { kind: 'asked', id: wanted.id };
}
