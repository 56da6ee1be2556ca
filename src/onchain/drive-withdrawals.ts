/**
 * Takes each withdrawal one step further in every round: signs, publishes, publishes again or fails
 * it. A process can continue what an earlier one has left.
 */

import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Sat } from '../base/amount.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { NodeFault } from '../lightning/node-port.ts';
import { isRivalFinal } from './end-withdrawals.ts';
import { bumpLabelOf, type OpenFeeBump } from './fee-bump.ts';
import { keepLeases } from './keep-leases.ts';
import type { LookMemory } from './look-at-chain.ts';
import { createWithdrawalPaces, type WithdrawalPaces } from './pace-withdrawals.ts';
import { publishWithdrawal } from './publish-withdrawal.ts';
import { failReserved, type SendOutcome, sendWithdrawal } from './send-withdrawal.ts';
import type { Withdrawal } from './withdrawal.ts';
import type { SendDeps } from './withdrawal-deps.ts';
import { NEVER_SIGNED, NOT_ENOUGH_COINS, SEND_STOPPED } from './withdrawal-failure.ts';
import { ABOVE_ALL_BLOCKS } from './withdrawal-store.ts';

export interface WithdrawalDriver {
  /**
   * Tries the next step of each open withdrawal. Returns how many are open, or that another process
   * has taken over the lease for the chain.
   */
  drive(signal: AbortSignal): Promise<number | 'fenced'>;
}

/**
 * The period in which this process holds the lease for the chain, and what it has found in the
 * wallet since.
 */
export interface DriverTerm {
  readonly fence: bigint;
  readonly memory: LookMemory;
  /** When this process got the lease, on the monotonic clock. */
  readonly begunAtMs: number;
}

const LEASES_EVERY_MS = MINUTE_MS;
const PUBLISH_AGAIN_MS = 10 * MINUTE_MS;
/**
 * The most transactions that one round publishes again. A node that is a light client takes seconds
 * for each, and new orders wait for the end of the round.
 */
const REPEATS_AT_ONCE = 5;
/**
 * The time for which payments must be stopped before reserved withdrawals fail. Shorter stops also
 * occur whenever a process starts or wakes up.
 */
const STOPPED_FOR_MS = MINUTE_MS;
const WAITS_LONG_MS = HOUR_MS;
/**
 * The number of recent blocks whose withdrawals still have their leases checked: a delayed request
 * may lease a coin although the transaction that spends it is in a block already.
 */
const LEASED_BLOCKS = 6;
/**
 * The time within which a request arrives at the node, if at all, that the process sent which held
 * the lease before. A database that was restored to an earlier state may show a withdrawal as
 * reserved that this process has signed. So a withdrawal that was reserved when the lease changed
 * hands is not sent before a look at the wallet that begins after this time.
 */
const ARRIVED_AFTER_MS = 10_000;

export function createWithdrawalDriver(deps: SendDeps, term: DriverTerm): WithdrawalDriver {
  const paces = createWithdrawalPaces(deps, () => term.memory.comparedTip?.hash ?? null);
  const round: Round = {
    deps,
    term,
    paces,
    told: new Set(),
    stoppedSinceMs: null,
    leasesAtMs: null,
    inherited: null,
    lacking: { tries: 0, leastSat: null },
  };
  const leasedAtMs = new Map<string, number>();
  return {
    async drive(signal) {
      round.inherited ??= await listReserved(deps);
      // Nothing is sent before the first look at the wallet, which may have a transaction of a
      // withdrawal that the database does not know.
      const { comparedTip } = term.memory;
      if (comparedTip === null) return 0;
      const nowMs = deps.clock.monotonicMs();
      const areLeasesDue = round.leasesAtMs === null || nowMs - round.leasesAtMs >= LEASES_EVERY_MS;
      const sinceHeight = areLeasesDue ? comparedTip.height - LEASED_BLOCKS : ABOVE_ALL_BLOCKS;
      const listed = await deps.withdrawals.listToDrive(sinceHeight);
      const sent = listed.filter(({ isInternal }) => !isInternal);
      const isEnded = (one: Withdrawal): boolean => one.block !== null || isReplaced(term, one);
      const open = sent.filter((one) => !isEnded(one));
      let bumps: readonly OpenFeeBump[] = [];
      if (areLeasesDue) {
        await keepLeases(deps, { open, ended: sent.filter(isEnded), leasedAtMs });
        round.leasesAtMs = nowMs;
        bumps = await deps.feeBumps.listOpen();
        paces.keepOnly(new Set([...open, ...bumps].map(({ id }) => id)));
      }
      round.lacking = { tries: 0, leastSat: null };
      let repeats = 0;
      for (const withdrawal of open) {
        if (signal.aborted) break;
        if (!paces.isDue(withdrawal.id)) continue;
        if (lacksCoinsToo(round, withdrawal)) {
          paces.waitForCoins(withdrawal.id);
          continue;
        }
        if (isSent(withdrawal) && ++repeats > REPEATS_AT_ONCE) continue;
        if (!(await tryOne(round, withdrawal))) return 'fenced';
      }
      for (const bump of bumps) if (!signal.aborted) await publishBump(round, bump);
      return open.length;
    },
  };
}

/**
 * The most withdrawals that are tried in a round without enough coins. Each try asks the node
 * twice, and thousands may wait for the same coins.
 */
const TRIES_WITHOUT_COINS = 3;

/**
 * Whether the wallet will lack coins for this withdrawal, because it lacked them in this round for
 * one of the same or a smaller amount. Smaller ones are tried even if they are newer, until
 * TRIES_WITHOUT_COINS is reached.
 */
function lacksCoinsToo(
  { deps, lacking: { tries, leastSat } }: Round,
  withdrawal: Withdrawal,
): boolean {
  if (withdrawal.state !== 'reserved' || leastSat === null) return false;
  const isEnded = ageMs(deps, withdrawal) >= DAY_MS;
  return !isEnded && (tries >= TRIES_WITHOUT_COINS || withdrawal.amountSat >= leastSat);
}

/**
 * Whether a transaction has taken the place of a withdrawal for good. If the withdrawal had settled
 * before, it stays settled, and is not published again.
 */
const isReplaced = ({ memory: { rivals, comparedTip } }: DriverTerm, one: Withdrawal): boolean =>
  one.state === 'settled' && comparedTip !== null && isRivalFinal(rivals, one, comparedTip.height);

const isSent = ({ state }: Withdrawal): boolean => state === 'broadcast' || state === 'settled';

/** What a process remembers from one round to the next. A new process finds all of it again. */
interface Round {
  readonly deps: SendDeps;
  readonly term: DriverTerm;
  readonly paces: WithdrawalPaces;
  /** Alarms that this process has raised, so that each is raised once. */
  readonly told: Set<string>;
  /** Since when payments are stopped, on the monotonic clock; null while they are not stopped. */
  stoppedSinceMs: number | null;
  /**
   * When leases were last checked, on the monotonic clock; null to check them in the next round.
   */
  leasesAtMs: number | null;
  /**
   * Ids of the withdrawals that were reserved when this process got the lease; null before they
   * were read.
   */
  inherited: ReadonlySet<string> | null;
  /**
   * Withdrawals for which the wallet lacked coins in this round: their number, and the smallest
   * amount.
   */
  lacking: { readonly tries: number; readonly leastSat: Sat | null };
}

async function listReserved({ withdrawals }: SendDeps): Promise<ReadonlySet<string>> {
  const listed = await withdrawals.listToDrive(ABOVE_ALL_BLOCKS);
  return new Set(listed.filter(({ state }) => state === 'reserved').map(({ id }) => id));
}

/** Whether the process that held the lease before may still be sending this withdrawal. */
const mayArrive = ({ term, inherited }: Round, { id }: Withdrawal): boolean =>
  term.memory.lookedAtMs < term.begunAtMs + ARRIVED_AFTER_MS && inherited?.has(id) !== false;

/**
 * Tries the next step of a withdrawal. False when another process has taken over the lease for the
 * chain. If the node does not answer, only this withdrawal is delayed, and the next one is tried.
 */
async function tryOne(round: Round, withdrawal: Withdrawal): Promise<boolean> {
  try {
    return await driveOne(round, withdrawal);
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    round.paces.pauseAfterFailure(withdrawal.id);
    const { identifier } = withdrawal;
    round.deps.log.warn({ error, identifier }, 'a withdrawal did not go on and is tried again');
    return true;
  }
}

async function driveOne(round: Round, withdrawal: Withdrawal): Promise<boolean> {
  switch (withdrawal.state) {
    case 'reserved':
      return mayArrive(round, withdrawal) || (await driveReserved(round, withdrawal));
    case 'signed':
    case 'broadcast':
    case 'settled':
      await driveSigned(round, withdrawal);
      return true;
    case 'unknown':
      // No look at the wallet has found a transaction with the label of this withdrawal, so an
      // operator has to decide.
      await tellOnce(round, 'withdrawal_unknown', withdrawal, UNKNOWN);
      return true;
    case 'failed':
      return true;
  }
}

const UNKNOWN =
  'the database has gone back, and the wallet of the node does not say that it was sent: ' +
  '`satchel withdrawals list` says what to do';

async function driveReserved(round: Round, withdrawal: Withdrawal): Promise<boolean> {
  const { deps, term, paces } = round;
  const { id } = withdrawal;
  const isOld = ageMs(deps, withdrawal) >= DAY_MS;
  const fail = (failure: typeof NEVER_SIGNED) =>
    failReserved(deps, withdrawal, term.fence, failure);
  let outcome: SendOutcome;
  try {
    const stop = stopFor(round);
    if (stop === 'soon') return true;
    outcome =
      stop === 'none'
        ? await sendWithdrawal(deps, withdrawal, term.fence)
        : await fail(SEND_STOPPED);
  } catch (error) {
    // The failed try may have leased coins, which the next try could not use. Leases are checked
    // again in the next round.
    round.leasesAtMs = null;
    if (!isOld || !(error instanceof NodeFault)) throw error;
    outcome = await fail(NEVER_SIGNED);
  }
  if (outcome === 'waits_for_coins' && isOld) outcome = await fail(NOT_ENOUGH_COINS);
  if (outcome === 'waits_for_coins') {
    paces.waitForCoins(id);
    const { tries, leastSat } = round.lacking;
    const { amountSat } = withdrawal;
    const least = leastSat !== null && leastSat < amountSat ? leastSat : amountSat;
    round.lacking = { tries: tries + 1, leastSat: least };
    if (ageMs(deps, withdrawal) >= WAITS_LONG_MS) {
      await tellOnce(round, 'withdrawal_waits', withdrawal, WAITS);
    }
  }
  // While the database may have been replaced by another one, each try ends like this. The pause
  // keeps them few.
  if (outcome === 'moved_on') paces.pauseAfterFailure(id);
  return outcome !== 'fenced';
}

const WAITS =
  'the wallet of the node has too few confirmed coins for it beside the reserve of its channels';

function stopFor(round: Round): 'none' | 'soon' | 'long' {
  const { clock, paymentStop } = round.deps;
  if (paymentStop.stopReason() === null) {
    round.stoppedSinceMs = null;
    return 'none';
  }
  round.stoppedSinceMs ??= clock.monotonicMs();
  return clock.monotonicMs() - round.stoppedSinceMs < STOPPED_FOR_MS ? 'soon' : 'long';
}

async function driveSigned(round: Round, withdrawal: Withdrawal): Promise<void> {
  const { deps, paces } = round;
  const { id, transaction } = withdrawal;
  if (ageMs(deps, withdrawal) >= DAY_MS) {
    const detail = `no block has its transaction ${transaction?.txid}`;
    await tellOnce(round, 'withdrawal_not_confirmed', withdrawal, detail);
  }
  if (await publishWithdrawal(deps, withdrawal)) paces.pause(id, PUBLISH_AGAIN_MS);
  else paces.pauseAfterFailure(id);
}

/**
 * Publishes a stored fee bump. The process that made it has published it already, unless it crashed
 * before that.
 */
async function publishBump(
  { deps, paces }: Round,
  { id, identifier, raw, isDead }: OpenFeeBump,
): Promise<void> {
  if (isDead || !paces.isDue(id)) return;
  try {
    const { kind } = await deps.chainSpending.publish(raw, bumpLabelOf(identifier));
    if (kind === 'handed_over') paces.pause(id, PUBLISH_AGAIN_MS);
    else paces.pauseAfterFailure(id);
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    paces.pauseAfterFailure(id);
    deps.log.warn({ error, identifier }, 'what raises a fee was not published and is tried again');
  }
}

async function tellOnce(
  { deps, told }: Round,
  kind: 'withdrawal_waits' | 'withdrawal_not_confirmed' | 'withdrawal_unknown',
  { identifier }: Withdrawal,
  detail: string,
): Promise<void> {
  const key = `${kind} ${identifier}`;
  if (!told.has(key) && (await raiseAlarm(deps, { kind, subject: identifier, detail }))) {
    told.add(key);
  }
}

const ageMs = ({ clock }: SendDeps, { createdAt }: Withdrawal): number =>
  clock.now().getTime() - createdAt.getTime();
