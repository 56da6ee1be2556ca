/**
 * Looks at the chain and sends withdrawals, in one of all processes: the one that holds the lease.
 * It looks soon after each message of the node about a transaction or block, and at regular
 * intervals.
 */

import { type RunAsLeaderDeps, runAsLeader } from '../background/run-as-leader.ts';
import { type Backoff, backoffMs, createFailures } from '../base/backoff.ts';
import { DAY_MS, MINUTE_MS } from '../base/durations.ts';
import { createNotifier, type Notifier } from '../base/notifier.ts';
import type { ChainWallet } from '../lightning/chain-wallet.ts';
import { NodeFault } from '../lightning/node-port.ts';
import { CHAIN_LEASE } from './deposit-store.ts';
import { createWithdrawalDriver, type DriverTerm } from './drive-withdrawals.ts';
import { type LookAtChainDeps, lookAtChain, newLookMemory } from './look-at-chain.ts';
import type { SendDeps } from './withdrawal-deps.ts';

export interface RunOnchainDeps
  extends LookAtChainDeps,
    Omit<SendDeps, 'chainSpending' | 'chainWallet' | 'feeBumps'>,
    RunAsLeaderDeps {
  readonly chainWallet: LookAtChainDeps['chainWallet'] & Pick<ChainWallet, 'changes'>;
  /** Access to the wallet for sending; null when users can only receive. */
  readonly chainSpending: SendDeps['chainSpending'] | null;
  readonly withdrawals: SendDeps['withdrawals'];
  /** Notifies the loop of withdrawals that were ordered in this process. */
  readonly ordered: Notifier;
}

const LOOK_EVERY_MS = 15_000;
/**
 * The pauses between looks at the chain while the node is behind, as it is for a moment after each
 * block.
 */
const BEHIND_PAUSES: Backoff = { firstMs: 1000, maxMs: LOOK_EVERY_MS };
const BEHIND_FOR_MS = MINUTE_MS;
/** The interval at which withdrawals are read that other processes have ordered. */
const DRIVE_EVERY_MS = 1000;
/** The additional pause for each open withdrawal, because reading many of them takes a while. */
const DRIVE_PAUSE_PER_ROW_MS = 10;
const PAUSES: Backoff = { firstMs: 1000, maxMs: 60_000 };

/**
 * Looks at the chain and sends withdrawals until the signal aborts. The messages of the node only
 * make looks earlier, so a missed message causes a delay and nothing else.
 */
export async function runOnchain(deps: RunOnchainDeps, signal: AbortSignal): Promise<void> {
  // A lag of the node may outlast the time for which this process leads.
  const noteBehind = createBehindNotes(deps);
  await runAsLeader(deps, CHAIN_LEASE, signal, async (leadership) => {
    const hints = createNotifier();
    const begunAtMs = deps.clock.monotonicMs();
    const term = { fence: leadership.fence, memory: newLookMemory(), begunAtMs };
    // If the looks at the chain end, sending ends too, because withdrawals must not be sent without
    // a recent look.
    const over = new AbortController();
    const signal = AbortSignal.any([leadership.signal, over.signal]);
    await Promise.all([
      keepLooking({ ...deps, noteBehind }, term, hints, signal).finally(() => over.abort()),
      listen(deps, hints, signal),
      keepDriving(deps, term, signal),
    ]);
  });
}

async function keepLooking(
  deps: RunOnchainDeps & { readonly noteBehind: BehindNotes },
  { fence, memory }: DriverTerm,
  hints: Notifier,
  signal: AbortSignal,
): Promise<void> {
  const failures = createFailures(PAUSES, deps.random);
  let wholeAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const nowMs = deps.clock.monotonicMs();
    const isWhole = nowMs - wholeAtMs >= DAY_MS;
    let pauseMs = LOOK_EVERY_MS;
    try {
      const look = await lookAtChain(deps, { fence, isWhole, memory });
      if (look === 'fenced') return;
      pauseMs = deps.noteBehind(look === 'too_early');
      // The blocks that a complete look leaves unread are asked for by all later ones.
      if (isWhole && look === 'looked') wholeAtMs = nowMs;
      failures.end();
    } catch (error) {
      const noted = failures.note(error);
      pauseMs = Math.max(pauseMs, noted.pauseMs);
      if (noted.isNews) deps.log.warn({ error }, 'the look at the chain failed and is tried again');
    }
    await hints.wait(deps.clock, pauseMs, signal);
  }
}

type BehindNotes = ReturnType<typeof createBehindNotes>;

/**
 * Notes whether the node was behind the chain at the last look, and returns the pause before the
 * next look. The node announces a block before it has processed it, so a short lag is normal. A lag
 * that lasts is logged, because nothing is credited or ended meanwhile.
 */
function createBehindNotes({
  clock,
  log,
  random,
}: Pick<RunOnchainDeps, 'clock' | 'log' | 'random'>) {
  let since: { readonly ms: number; looks: number; isTold: boolean } | null = null;
  return (isBehind: boolean): number => {
    if (!isBehind) {
      if (since?.isTold === true) log.info({}, 'the node has caught up with the chain');
      since = null;
      return LOOK_EVERY_MS;
    }
    since ??= { ms: clock.monotonicMs(), looks: 0, isTold: false };
    since.looks += 1;
    if (!since.isTold && clock.monotonicMs() - since.ms >= BEHIND_FOR_MS) {
      since.isTold = true;
      log.warn({}, 'the node says that it is behind the chain: looks at the chain wait for it');
    }
    return backoffMs(BEHIND_PAUSES, since.looks, random);
  };
}

async function keepDriving(
  deps: RunOnchainDeps,
  term: DriverTerm,
  signal: AbortSignal,
): Promise<void> {
  const { chainSpending, clock, ordered } = deps;
  if (chainSpending === null) return;
  const driver = createWithdrawalDriver({ ...deps, chainSpending }, term);
  const failures = createFailures(PAUSES, deps.random);
  while (!signal.aborted) {
    let pauseMs = DRIVE_EVERY_MS;
    try {
      const driven = await driver.drive(signal);
      if (driven === 'fenced') return;
      pauseMs = Math.max(pauseMs, driven * DRIVE_PAUSE_PER_ROW_MS);
      failures.end();
    } catch (error) {
      const noted = failures.note(error);
      pauseMs = Math.max(pauseMs, noted.pauseMs);
      if (noted.isNews) deps.log.warn({ error }, 'sending to addresses failed and is tried again');
    }
    await ordered.wait(clock, pauseMs, signal);
  }
}

async function listen(deps: RunOnchainDeps, hints: Notifier, signal: AbortSignal): Promise<void> {
  const failures = createFailures(PAUSES, deps.random);
  while (!signal.aborted) {
    let error: unknown = new NodeFault('the stream of transactions ended');
    try {
      for await (const _ of deps.chainWallet.changes(signal)) {
        failures.end();
        hints.notify();
      }
    } catch (cause) {
      error = cause;
    }
    if (signal.aborted) return;
    await deps.clock.sleep(failures.note(error).pauseMs, signal);
  }
}
