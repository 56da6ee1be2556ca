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
 * A block comes every ten minutes on average, and at random: after any block, the next one takes
 * longer than three hours with a chance of e^-18. Of 52,560 blocks a year that is one in 1,250
 * years, or one in 5 years if miners were a third slower. Miners may date a block two hours ahead,
 * so this may tell later; and an hour back, which the few of them who are wrong do for few blocks.
 */
const OLD_BLOCK_MS = 3 * HOUR_MS;
/** A node that was off for long catches up first: height or time of its newest block change. */
const STANDS_STILL_MS = 30 * MINUTE_MS;
/** Peers come back by themselves after their restarts, and after ours. */
const WITHOUT_PEERS_MS = 15 * MINUTE_MS;

export async function watchChain(deps: WatchChainDeps, signal: AbortSignal): Promise<void> {
  const looks = [createBlockLook(deps), createPeersLook(deps)];
  const options = { name: 'the look at the chain of the node', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const info = await askInfo(deps);
    // Another alarm tells that the node is away.
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

/** LND calls itself synced with whatever block it knows, also without any connection. */
function createBlockLook(deps: WatchChainDeps): Look {
  const { clock, node } = deps;
  // There, a block is made when someone orders it.
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

/** A node without channels needs no peers. */
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
