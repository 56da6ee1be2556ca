/** The loop that tells operators when their node no longer follows the chain, or has no peers. */

import { createStateAlarm, type StateAlarmDeps } from '../alarms/state-alarm.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode, NodeInfo } from '../lightning/node-port.ts';

export interface WatchChainDeps extends StateAlarmDeps, RunPeriodicallyDeps {
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly node: NodeIdentity;
}

const EVERY_MS = 30_000;
/**
 * The age at which the newest block of a node is too old. A block comes every ten minutes on
 * average, at random: the chance that the next one takes longer than three hours is e^-18. With
 * 52,560 blocks a year, that happens once in 1,250 years, or once in 5 years if miners were a third
 * slower. Miners may date a block up to two hours ahead, which delays the alarm, or an hour back,
 * which is rare.
 */
const OLD_BLOCK_MS = 3 * HOUR_MS;
/**
 * The time for which the newest block must have been the same before operators are told. While a
 * node that was off for long catches up, its newest block changes.
 */
const STANDS_STILL_MS = 30 * MINUTE_MS;
/**
 * The time for which a node may be behind the chain without catching up before operators are told.
 */
const NOT_SYNCED_MS = HOUR_MS;
/**
 * The time by which the date of the newest block must advance, beyond the time that has passed, to
 * show that the node catches up. Blocks may be dated up to two hours too early or too late, so a
 * smaller advance proves nothing.
 */
const CATCH_UP_MS = 4 * HOUR_MS;
/**
 * The time without peers after which operators are told. After restarts, peers come back by
 * themselves.
 */
const WITHOUT_PEERS_MS = 15 * MINUTE_MS;

export async function watchChain(deps: WatchChainDeps, signal: AbortSignal): Promise<void> {
  const looks = [createBlockLook(deps), createSyncLook(deps), createPeersLook(deps)];
  const options = { name: 'the look at the chain of the node', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const info = await askInfo(deps);
    // While the node is away, the chain is not checked, because another alarm says that the node is
    // away.
    if (info !== null) for (const look of looks) await look(info);
  });
}

async function askInfo({ lightning }: WatchChainDeps): Promise<NodeInfo | null> {
  try {
    return await lightning.info();
  } catch {
    return null;
  }
}

type Look = (info: NodeInfo) => Promise<void>;

/**
 * Checks whether the node gets new blocks. LND alone does not notice that it gets none: even
 * without any connection it calls itself synced with the newest block that it knows.
 */
function createBlockLook(deps: WatchChainDeps): Look {
  const { clock, node } = deps;
  // On regtest, blocks are made only on demand, so an old block says nothing.
  if (node.network === 'regtest') return async () => undefined;
  const subject = { kind: 'node_chain_stands_still', subject: node.pubkey } as const;
  const alarm = createStateAlarm(deps, subject, 'the node has a new block');
  let newest = { name: '', sinceMs: 0 };
  return async ({ blockHeight, newestBlockAt }) => {
    const nowMs = clock.monotonicMs();
    const name = `${blockHeight} of ${newestBlockAt.toISOString()}`;
    if (name !== newest.name) newest = { name, sinceMs: nowMs };
    const ageMs = clock.now().getTime() - newestBlockAt.getTime();
    if (ageMs < OLD_BLOCK_MS) return await alarm.end();
    if (nowMs - newest.sinceMs < STANDS_STILL_MS) return;
    await alarm.raise(`the newest block of the node is ${name}: it no longer hears the chain`);
  };
}

/**
 * Checks whether the node has processed the chain. LND may receive blocks and yet stop processing
 * them until it is restarted. A node that reads the chain for the first time is no fault: it comes
 * closer to the end faster than blocks are made.
 */
function createSyncLook({ clock, node, ...deps }: WatchChainDeps): Look {
  const subject = { kind: 'node_not_synced', subject: node.pubkey } as const;
  const alarm = createStateAlarm(deps, subject, 'the node has caught up with the chain');
  let behind: { readonly sinceMs: number; readonly newestMs: number } | null = null;
  return async ({ synced, blockHeight, newestBlockAt }) => {
    if (synced) {
      behind = null;
      return await alarm.end();
    }
    const [nowMs, newestMs] = [clock.monotonicMs(), newestBlockAt.getTime()];
    behind ??= { sinceMs: nowMs, newestMs };
    const lastsMs = nowMs - behind.sinceMs;
    if (newestMs - behind.newestMs > lastsMs + CATCH_UP_MS) {
      behind = { sinceMs: nowMs, newestMs };
      return;
    }
    if (lastsMs < NOT_SYNCED_MS) return;
    await alarm.raise(
      `the node has said for ${Math.floor(lastsMs / MINUTE_MS)} minutes that it is behind the ` +
        `chain, at block ${blockHeight} of ${newestBlockAt.toISOString()}`,
    );
  };
}

/** Checks whether the node has peers. A node without channels needs none. */
function createPeersLook(deps: WatchChainDeps): Look {
  const { clock, node } = deps;
  const subject = { kind: 'node_without_peers', subject: node.pubkey } as const;
  const alarm = createStateAlarm(deps, subject, 'the node has peers again');
  let sinceMs: number | null = null;
  return async ({ peersCount, channelsCount }) => {
    if (peersCount > 0 || channelsCount === 0) {
      sinceMs = null;
      return await alarm.end();
    }
    const nowMs = clock.monotonicMs();
    sinceMs ??= nowMs;
    if (nowMs - sinceMs < WITHOUT_PEERS_MS) return;
    await alarm.raise(
      `the node has ${channelsCount} channels and no connection to any peer since ` +
        `${Math.floor((nowMs - sinceMs) / MINUTE_MS)} minutes`,
    );
  };
}
