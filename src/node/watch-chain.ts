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
 * The age at which a node's newest block is too old. A block comes every ten minutes on average, at
 * random: after any block, the next one takes longer than three hours with a chance of e^-18. Of
 * 52,560 blocks a year that is one in 1,250 years, or one in 5 years if miners were a third slower.
 * Miners may date a block two hours ahead, and then this is noticed later; or an hour back, as few
 * do for few blocks.
 */
const OLD_BLOCK_MS = 3 * HOUR_MS;
/**
 * The time for which the newest block must not have changed: while a node that was off for long
 * catches up, its newest block changes.
 */
const STANDS_STILL_MS = 30 * MINUTE_MS;
/** The time without peers that is worth an alarm: they come back by themselves after restarts. */
const WITHOUT_PEERS_MS = 15 * MINUTE_MS;

export async function watchChain(deps: WatchChainDeps, signal: AbortSignal): Promise<void> {
  const looks = [createBlockLook(deps), createPeersLook(deps)];
  const options = { name: 'the look at the chain of the node', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const info = await askInfo(deps);
    // While the node is away nothing is looked at, as another alarm tells that.
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
 * Looks whether the node follows the chain. LND calls itself synced with whatever block it knows,
 * even without any connection.
 */
function createBlockLook(deps: WatchChainDeps): Look {
  const { clock, node } = deps;
  // On regtest, blocks are made only when someone orders them.
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

/** Looks whether the node has peers, which a node without channels does not need. */
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
