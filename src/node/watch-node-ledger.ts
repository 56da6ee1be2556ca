/**
 * Notices what leaves the node on the chain without an order of this service, in one of all
 * processes: transactions of the node's wallet, and closes of channels that our node began. Someone
 * else has a macaroon of the node then, so nothing leaves until a person allows it.
 */

import type { AlarmStore } from '../alarms/alarm-store.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { createStateAlarm, type StateAlarmDeps } from '../alarms/state-alarm.ts';
import { type RunAsLeaderDeps, runAsLeader } from '../background/run-as-leader.ts';
import { runPeriodically } from '../background/run-periodically.ts';
import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { NodeLedger } from '../lightning/node-ledger.ts';
import type { LightningNode, NodeInfo } from '../lightning/node-port.ts';
import { closeEntry, findStrangeCloses } from './find-strange-closes.ts';
import { findStrangeSpends, paysOthers, spendEntry } from './find-strange-spends.ts';
import { type LedgerFinding, type LedgerMemory, newLedgerMemory } from './ledger-finding.ts';
import { MAX_DIFFERENCE_ALARMS } from './limits.ts';
import type { LedgerEntry, NodeLedgerStore } from './node-ledger-store.ts';
import type { StoredStops } from './stored-stops.ts';
import type { Ceiling } from './watch-ceiling.ts';

export interface WatchNodeLedgerDeps extends RunAsLeaderDeps, StateAlarmDeps {
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly nodeLedger: NodeLedger;
  readonly ledgerEntries: NodeLedgerStore;
  readonly node: NodeIdentity;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
  readonly storedStops: Pick<StoredStops, 'refresh'>;
  readonly config: {
    /** Whether other programs use this node too. Then what they spend is theirs. */
    readonly isNodeShared: boolean;
  };
  readonly ceiling: Pick<Ceiling, 'coldAddress'>;
}

const LEASE = 'watch-node-ledger';
const EVERY_MS = 15_000;
/** The blocks below the newest one that are read again, as the chain may still change there. */
const REORGANISED = 6;

export async function watchNodeLedger(
  deps: WatchNodeLedgerDeps,
  signal: AbortSignal,
): Promise<void> {
  const blind = createStateAlarm(
    deps,
    { kind: 'node_not_watched', subject: deps.node.pubkey },
    'the macaroon allows to watch what leaves the node',
  );
  const options = { name: 'watching what leaves the node', everyMs: EVERY_MS };
  await runAsLeader(deps, LEASE, signal, async (leadership) => {
    const memory = newLedgerMemory();
    await runPeriodically(deps, options, leadership.signal, async () => {
      try {
        await lookAtLedger(deps, memory);
      } catch (error) {
        const missing = await deps.nodeLedger.missingRights();
        if (missing.length === 0) throw error;
        await blind.raise(
          `the macaroon does not allow to watch what leaves the node: ${missing.join(' ')}`,
        );
        return;
      }
      await blind.end();
    });
  });
}

/**
 * Compares what has left the node with what this service has ordered. The node is read first: what
 * this service orders is in the database before the node hears of it, so an order that begins in
 * between is never taken for that of a stranger.
 */
async function lookAtLedger(deps: WatchNodeLedgerDeps, memory: LedgerMemory): Promise<void> {
  const { ledgerEntries, node } = deps;
  if (deps.config.isNodeShared) return await ledgerEntries.end(node.pubkey);
  const info = await deps.lightning.info();
  if (info.pubkey !== node.pubkey) return;
  const { height, hasGoneBack } = await ledgerEntries.readWatch(node.pubkey);
  if (height === null) {
    if (info.synced && !hasGoneBack) await begin(deps, info);
    return;
  }
  memory.noteHeight(info.blockHeight);
  const fromHeight = firstBlock(Math.min(height, info.blockHeight));
  const found = [
    ...(await findStrangeSpends(deps, memory, {
      fromHeight,
      hasGoneBack,
      isCold: isColdFor(deps),
    })),
    ...(await findStrangeCloses(deps, memory)),
  ].slice(0, MAX_DIFFERENCE_ALARMS);
  await tell(deps, memory, found, hasGoneBack);
  const isAll = found.length < MAX_DIFFERENCE_ALARMS;
  if (isAll && info.synced && !hasGoneBack) {
    await ledgerEntries.moveHeight(node.pubkey, info.blockHeight);
  }
}

/** One script can be written as several texts, so the scripts of addresses are compared. */
function isColdFor({ ceiling, node }: WatchNodeLedgerDeps): (address: string) => boolean {
  const cold =
    ceiling.coldAddress === null ? null : scriptOfAddress(ceiling.coldAddress, node.network);
  return (address) => cold !== null && scriptOfAddress(address, node.network) === cold;
}

const firstBlock = (height: number): number => Math.max(height - REORGANISED, 0);

/** What the node has spent before is not compared with anything. */
async function begin(
  { nodeLedger, ledgerEntries, node }: WatchNodeLedgerDeps,
  { blockHeight }: NodeInfo,
): Promise<void> {
  const spends = (await nodeLedger.spends(firstBlock(blockHeight))).filter(paysOthers);
  const closes = await nodeLedger.ownCloses(true);
  const known: readonly LedgerEntry[] = [...spends.map(spendEntry), ...closes.map(closeEntry)];
  await ledgerEntries.begin(node.pubkey, blockHeight, known);
}

/**
 * Raises an alarm for each finding, and stops payments. The alarms come first: a process that dies
 * in between finds all of it again, because nothing was noted yet.
 *
 * A database that has gone back may lack what this service has ordered, and payments are stopped
 * already. Then operators are told, and nothing is noted.
 */
async function tell(
  deps: WatchNodeLedgerDeps,
  memory: LedgerMemory,
  found: readonly LedgerFinding[],
  hasGoneBack: boolean,
): Promise<void> {
  const news = found.filter(({ entry }) => !memory.told.has(entry.subject));
  for (const { entry, detail, isTheft } of news) {
    const isStored = await raiseAlarm(deps, {
      kind: isTheft ? 'node_spent_by_others' : 'channel_force_closed',
      subject: entry.subject,
      detail,
    });
    if (!isStored) throw new Error('the next look raises the alarm that was not stored');
    memory.told.add(entry.subject);
  }
  if (hasGoneBack) return;
  const entriesOf = (isTheft: boolean) =>
    found.flatMap((one) => (one.isTheft === isTheft ? [one.entry] : []));
  await deps.ledgerEntries.noteStrange(entriesOf(false), null);
  const [first] = found.filter(({ isTheft }) => isTheft);
  if (first === undefined) return;
  await deps.ledgerEntries.noteStrange(entriesOf(true), first.detail);
  await deps.storedStops.refresh();
}
