/**
 * Asks the owner of a wallet to approve a payment, and waits for their decision. Nothing is held or
 * sent meanwhile. Whatever the caller does, the payment is made by the approval itself: see
 * approve-payment.ts.
 */

import type { Caller } from '../authorization/caller.ts';
import type { Msat, Sat } from '../base/amount.ts';
import { bytesEqual } from '../base/hex.ts';
import { newUuid } from '../base/id.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { type AnswerApprovalDeps, answerApproval } from './answer-approval.ts';
import type { Approval } from './approval.ts';
import type { AskedOrder } from './asked-order.ts';
import { MAX_CALLERS_WAITING, MAX_WAITING_OF_USER } from './limits.ts';
import type { PayDeps } from './pay-deps.ts';
import type { PaymentConfig } from './payment-config.ts';
import type { PlannedPayment } from './planned-payment.ts';

type AwaitApprovalDeps = Pick<PayDeps, 'approvals' | 'clock' | 'completions' | 'shutdown'>;

export type AskApprovalDeps = AwaitApprovalDeps &
  AnswerApprovalDeps &
  Pick<PayDeps, 'random'> & { readonly config: Pick<PaymentConfig, 'approvalWaitSec'> };

export interface AskContext {
  readonly caller: Pick<Caller, 'userId' | 'grantId'>;
  readonly idempotency: IdempotencyClaim | null;
  readonly wantedUntil?: Date | null;
}

/** A payment that needs an approval. */
export interface AskedPayment {
  readonly planned: PlannedPayment<AskedOrder>;
  /** The hash of the invoice to be paid; null for other payments. */
  readonly paymentHash: string | null;
  readonly amountMsat: Msat;
  readonly maxFeeSat: Sat;
  /** When the invoice expires; null for payments that do not expire. */
  readonly expiresAt: Date | null;
}

/** The time that an invoice must still have when its payment is approved: it has to be routed. */
const ROUTING_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;
/** The interval at which the approval is read again, as another process may have ended it. */
const LOOK_EVERY_MS = 1000;

/**
 * Asks for approval and waits for it. Returns the id of the payment once it exists; a second call
 * for the same payment joins the first one, or gets its answer.
 */
export async function askApproval(
  deps: AskApprovalDeps,
  context: AskContext,
  asked: AskedPayment,
  deadlineMs: number,
): Promise<Result<string, PayRefusal>> {
  const { clock, random } = deps;
  const { caller, idempotency, wantedUntil = null } = context;
  const createdAt = clock.now();
  const { planned, paymentHash, amountMsat, maxFeeSat } = asked;
  const waitsUntilMs = createdAt.getTime() + deps.config.approvalWaitSec * 1000;
  const routedUntilMs = asked.expiresAt === null ? NEVER : asked.expiresAt.getTime() - ROUTING_MS;
  const wantedUntilMs = wantedUntil?.getTime() ?? NEVER;
  const expiresAt = new Date(Math.min(waitsUntilMs, routedUntilMs, wantedUntilMs));
  if (expiresAt <= createdAt) return refuse({ kind: 'approval_expired' });
  const outcome = await deps.approvals.ask({
    id: newUuid(clock, random),
    userId: caller.userId,
    grantId: caller.grantId,
    planned: { ...planned, maxFeeSat },
    ...{ paymentHash, amountMsat, maxFeeSat, claim: idempotency, createdAt, expiresAt },
  });
  switch (outcome.kind) {
    case 'too_many':
      return refuse({ kind: 'too_many_approvals' });
    case 'idempotency_mismatch':
      return refuse(outcome);
    case 'storage_used_up':
      return await joinAsked(deps, context, { paymentHash, refusal: outcome }, deadlineMs);
    case 'asked':
      return await answerApproval(deps, await awaitApproval(deps, outcome.id, deadlineMs));
  }
}

/**
 * Answers a call that was refused. If the same payment still waits for approval because an earlier
 * call has asked for it, it may yet be made, and the refusal, such as for a balance that has fallen
 * since, must not be told: the call waits like the earlier one.
 */
export async function joinAsked(
  deps: AwaitApprovalDeps & AnswerApprovalDeps,
  { caller, idempotency }: AskContext,
  { paymentHash, refusal }: { readonly paymentHash: string | null; readonly refusal: PayRefusal },
  deadlineMs: number,
): Promise<Result<string, PayRefusal>> {
  if (FOREVER.has(refusal.kind)) return refuse(refusal);
  const { userId, grantId } = caller;
  const query = { userId, isWaiting: true, offset: 0, limit: MAX_WAITING_OF_USER };
  const waiting = await deps.approvals.listOfUser(query);
  const isSame = ({ paymentHash: hash, claim }: Approval): boolean =>
    (hash !== null && hash === paymentHash) ||
    (claim !== null &&
      claim.key === idempotency?.key &&
      bytesEqual(claim.requestHash, idempotency.requestHash));
  const asked = waiting.find((one) => one.grantId === grantId && isSame(one));
  if (asked === undefined) return refuse(refusal);
  return await answerApproval(deps, await awaitApproval(deps, asked.id, deadlineMs));
}

/** Refusals that an approval could not change. */
const FOREVER: ReadonlySet<PayRefusal['kind']> = new Set<PayRefusal['kind']>([
  'idempotency_mismatch',
  'invoice_expired',
  'invoice_settled',
]);

/**
 * Waits until an approval has ended, the deadline (of the monotonic clock) has passed, or the
 * process is stopping. Returns at once if too many callers are waiting already. What has waited too
 * long is ended before anyone is told so: then no one can approve it any more.
 */
export async function awaitApproval(
  deps: AwaitApprovalDeps,
  id: string,
  deadlineMs: number,
): Promise<Approval> {
  const { approvals, clock, completions, shutdown } = deps;
  const isCrowded = completions.countWaiting(id) >= MAX_CALLERS_WAITING;
  for (;;) {
    const pause = new AbortController();
    // Listening begins before reading, so that an end in between is not missed.
    const announced = completions.next(id, pause.signal);
    try {
      const approval = await approvals.find(id);
      if (approval === null) throw new RowGone('the approval is not in the database any more');
      if (approval.state !== 'waiting') return approval;
      const now = clock.now();
      if (approval.expiresAt <= now) {
        await approvals.end(id, { state: 'expired', at: now, device: null });
        continue;
      }
      const leftMs = deadlineMs - clock.monotonicMs();
      if (leftMs <= 0 || isCrowded || shutdown.aborted) return approval;
      const expiresMs = approval.expiresAt.getTime() - now.getTime();
      const pauseMs = Math.min(leftMs, LOOK_EVERY_MS, expiresMs);
      await Promise.race([announced, clock.sleep(pauseMs, pause.signal)]);
    } finally {
      // An abort without a reason would create an error with a stack trace each time.
      pause.abort('the wait is over');
    }
  }
}
