import type { NodeChannel, PaymentAttempt, PaymentAttempts } from '../lightning/node-port.ts';

/** What the node answered in one check of a payment that may be stuck. */
export interface StuckEvidence {
  readonly paymentHash: string;
  /** The time of the database before the node was asked. */
  readonly askedAt: Date;
  readonly said: PaymentAttempts | null;
  readonly channels: readonly NodeChannel[];
}

/** A payment that the node reports as in flight although it does nothing for it any more. */
export interface Stuck {
  readonly kind: 'stuck';
  readonly channelIds: readonly string[];
  readonly lastAttemptAt: Date;
  /**
   * The latest time at which the node can have started, computed from how long it has watched its
   * channels.
   */
  readonly nodeUpSince: Date;
  readonly awaySec: bigint;
  /** The block height from which no HTLC of the payment could be claimed any more. */
  readonly expiryHeight: number;
}

export type StuckJudgement = Stuck | { readonly kind: 'not_stuck'; readonly why: string };

/**
 * Judges whether a payment is stuck. A payment is stuck when the node has tried it and was
 * restarted since, no channel holds any part of it, and every channel over which the node tried it
 * is open and works. What a node had not put into a channel before it stopped, it never sends
 * again, and it starts nothing new for the payment (docs/operating-lnd.md names the places in LND).
 * One check is not enough: see check-stuck.ts.
 */
export function judgeStuck({ said, channels, ...look }: StuckEvidence): StuckJudgement {
  if (said === null) return no('the node has no such payment');
  if (said.state !== 'in_flight') return no(`for the node it has ${said.state}`);
  if (said.attempts.some(({ state }) => state === 'succeeded')) {
    return no('the payee has taken a part of it');
  }
  const open = said.attempts.filter(({ state }) => state === 'in_flight');
  if (open.length === 0) return no('the node has no attempt under way: it ends it by itself');
  if (channels.some(({ htlcHashes }) => htlcHashes.includes(look.paymentHash))) {
    return no('a channel holds an HTLC of it');
  }
  const used: NodeChannel[] = [];
  for (const attempt of open) {
    const channel = channels.find(({ ids }) => ids.includes(attempt.channelId));
    if (channel === undefined) {
      return no('a channel that it was tried over is closed or closing: the node ends it then');
    }
    if (!channel.isActive) return no('a channel that it was tried over does not work now');
    if (!wasStartedSince(attempt, channel, look.askedAt)) {
      return no('the node was not started again since it tried it');
    }
    if (!used.includes(channel)) used.push(channel);
  }
  return describe(open, used, look.askedAt);
}

const no = (why: string): StuckJudgement => ({ kind: 'not_stuck', why });

/**
 * Whether the node was started after an attempt: the channel existed at the time of the attempt,
 * but the node began to watch it only later, which it does for all channels when it starts.
 */
const wasStartedSince = (
  { startedAt }: PaymentAttempt,
  { watchedSec }: NodeChannel,
  askedAt: Date,
): boolean => watchedSec > 0n && startedAt.getTime() < watchedSince(askedAt, watchedSec).getTime();

/**
 * The time since when the node has watched a channel. It is counted back from the time of the
 * database before the node was asked, and a second earlier, because the node reports whole seconds.
 */
const watchedSince = (askedAt: Date, watchedSec: bigint): Date =>
  new Date(askedAt.getTime() - (Number(watchedSec) + 1) * 1000);

function describe(
  attempts: readonly PaymentAttempt[],
  channels: readonly NodeChannel[],
  askedAt: Date,
): Stuck {
  const ups = channels.map(({ watchedSec }) => watchedSince(askedAt, watchedSec).getTime());
  return {
    kind: 'stuck',
    channelIds: channels.flatMap(({ ids }) => ids.slice(0, 1)),
    lastAttemptAt: new Date(Math.max(...attempts.map(({ startedAt }) => startedAt.getTime()))),
    nodeUpSince: new Date(Math.max(...ups)),
    awaySec: channels.reduce((sum, { watchedSec, onlineSec }) => sum + watchedSec - onlineSec, 0n),
    expiryHeight: Math.max(...attempts.map(({ expiryHeight }) => expiryHeight)),
  };
}
