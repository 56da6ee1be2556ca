import type { Payment } from '../ledger/payment.ts';
import { isOpen } from '../ledger/payment-state.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { judgeStuck, type Stuck } from './judge-stuck.ts';
import {
  isNodeTrusted,
  isSenderDone,
  type NodeTrustDeps,
  type ResolveConfig,
  type SenderDeps,
} from './resolve-payment.ts';
import type { StuckMark, StuckStore } from './stuck-store.ts';

export interface CheckStuckDeps extends SenderDeps, NodeTrustDeps {
  readonly stuck: StuckStore;
  readonly lightning: Pick<LightningNode, 'info' | 'attempts' | 'channels'>;
  readonly config: Pick<ResolveConfig, 'heartbeatGraceSec' | 'stuckGraceSec'>;
}

export type StuckFinding =
  | { readonly kind: 'not_stuck'; readonly why: string }
  | {
      readonly kind: 'stuck';
      readonly evidence: Stuck;
      /**
       * The time of the first check in the present series: every check since has found the payment
       * stuck, and nothing has changed in between.
       */
      readonly firstSeenAt: Date;
      /**
       * Whether a second check, long enough after the first, has found the payment stuck as well.
       */
      readonly isConfirmed: boolean;
      readonly blockHeight: number;
      /** The block height from which the payment may be ended. */
      readonly endsFromHeight: number;
      /**
       * The part of the proof that is still missing before the payment can be ended; null when the
       * proof is complete.
       */
      readonly lacks: string | null;
    };

/**
 * The number of blocks to wait after the HTLCs have expired. This covers reorganisations, and gives
 * the node time to close the channel of an expired HTLC.
 */
const BLOCKS_AFTER_EXPIRY = 12;
/** The tolerance for comparing a sum of two times, each of which was truncated to whole seconds. */
const ROUNDING_SEC = 1n;

/**
 * Checks whether a payment hangs in the node forever, and stores the first result in the database.
 * The proof that no part of the payment can be paid any more is complete when
 * - none of our processes can still hand it over, and the node is ours and synced, before and
 *   after;
 * - two checks, with the grace period between them, found it stuck (judge-stuck.ts), without a
 *   restart of the node or a break in the connections to its channels' peers in between;
 * - the HTLCs of its attempts have expired: the node has closed any channel that holds one, even if
 *   only on the far side, and then the payment is not stuck.
 *
 * The two checks guard against an answer still on its way through the node, an HTLC that is in the
 * peer's commitment but not in ours, and a peer that withholds its revocation after being paid.
 */
export async function checkStuck(deps: CheckStuckDeps, payment: Payment): Promise<StuckFinding> {
  const why = await findObstacle(deps, payment);
  if (why !== null) return await notStuck(deps, payment, why);
  const askedAt = await deps.processes.databaseNow();
  const { blockHeight } = await deps.lightning.info();
  const said = await deps.lightning.attempts(payment.paymentHash);
  const channels = await deps.lightning.channels();
  const { paymentHash } = payment;
  const judgement = judgeStuck({ paymentHash, askedAt, said, channels });
  if (judgement.kind === 'not_stuck') return await notStuck(deps, payment, judgement.why);
  if (!(await isNodeTrusted(deps))) return await notStuck(deps, payment, NOT_TRUSTED);
  const first = await remember(deps, payment, judgement);
  const graceMs = deps.config.stuckGraceSec * 1000;
  const isConfirmed = askedAt.getTime() - first.seenAt.getTime() >= graceMs;
  const endsFromHeight = judgement.expiryHeight + BLOCKS_AFTER_EXPIRY;
  return {
    kind: 'stuck',
    evidence: judgement,
    firstSeenAt: first.seenAt,
    isConfirmed,
    blockHeight,
    endsFromHeight,
    lacks: isConfirmed
      ? blockHeight >= endsFromHeight
        ? null
        : `an HTLC of it could be claimed yet: wait for block ${endsFromHeight}, now ${blockHeight}`
      : `a second look is needed ${deps.config.stuckGraceSec} s after the first, which was at ` +
        first.seenAt.toISOString(),
  };
}

const NOT_TRUSTED = 'the node is not synced to the chain, or is not the node of this database';

async function findObstacle(deps: CheckStuckDeps, payment: Payment): Promise<string | null> {
  if (!isOpen(payment.state)) return `the payment has ${payment.state}`;
  if (payment.state === 'reserved') return 'the payment was not handed to the node yet';
  if (!(await isSenderDone(deps, payment))) return 'the payment is still being handed to the node';
  return (await isNodeTrusted(deps)) ? null : NOT_TRUSTED;
}

async function notStuck(
  { stuck }: CheckStuckDeps,
  { id, state }: Payment,
  why: string,
): Promise<StuckFinding> {
  // The stored checks of ended payments stay, because the node is still watched for a later answer
  // about these payments.
  if (isOpen(state)) await stuck.forgetStuck([id]);
  return { kind: 'not_stuck', why };
}

/**
 * Stores the result of a check. If nothing has changed since the first check, returns the first
 * result; otherwise this one becomes the first.
 */
async function remember(
  { processes, stuck }: CheckStuckDeps,
  { id }: Payment,
  { nodeUpSince, awaySec, channelIds }: Stuck,
): Promise<StuckMark> {
  const look = { seenAt: await processes.databaseNow(), awaySec };
  const first = await stuck.markStuck(id, look);
  const wasUp = nodeUpSince.getTime() < first.seenAt.getTime();
  const wereThere = awaySec - first.awaySec <= ROUNDING_SEC * BigInt(channelIds.length);
  if (wasUp && wereThere) return first;
  await stuck.markAnew(id, look);
  return look;
}
