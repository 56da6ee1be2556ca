/** The loop that keeps the newest backup of the node's channels in the data folder. */

import { createStateAlarm, type StateAlarmDeps } from '../alarms/state-alarm.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { abortAfter } from '../background/takeover-grace.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { cleanText } from '../base/text.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { ChannelBackup, NodeManagement } from '../lightning/node-management.ts';
import type { LightningNode } from '../lightning/node-port.ts';

export interface KeepChannelBackupDeps extends StateAlarmDeps, RunPeriodicallyDeps {
  readonly management: Pick<NodeManagement, 'channelBackup' | 'channelBackups'>;
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly node: NodeIdentity;
  readonly channelBackupFile: Pick<ChannelBackupFile, 'read' | 'replace'>;
}

/** Port: where the newest channel backup is kept. */
export interface ChannelBackupFile {
  readonly path: string;
  /** Reads the channel backup; null before the first one. */
  read(): Promise<{ readonly bytes: Uint8Array; readonly keptAt: Date } | null>;
  /**
   * Replaces the channel backup. The old one stays until the new one is complete and on the disk.
   */
  replace(bytes: Uint8Array): Promise<void>;
}

const RETRY_MS = 5000;
/**
 * The time after which the stream of channel backups is opened again, because a connection may have
 * died without notice. It is long, because LND encrypts the backup of all channels each time.
 */
const TURN_MS = 10 * MINUTE_MS;
const BEHIND_MS = 10 * MINUTE_MS;
const MAX_DETAIL_LENGTH = 300;

/**
 * Keeps the channel backup up to date. If the node's disk is lost, the money in a channel that is
 * missing in the backup is lost too.
 */
export async function keepChannelBackup(
  deps: KeepChannelBackupDeps,
  signal: AbortSignal,
): Promise<void> {
  const keeper = createKeeper(deps);
  const options = { name: 'keeping the channel backup', everyMs: RETRY_MS };
  await runPeriodically(deps, options, signal, async () => {
    try {
      await takeTurn(deps, keeper, signal);
    } catch (error) {
      if (!signal.aborted) await keeper.noteFailure(error);
      throw error;
    }
  });
}

/** Stores the present backup, and then each change for a while. */
async function takeTurn(
  { clock, management }: KeepChannelBackupDeps,
  keeper: Keeper,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const keepOn = abortAfter(clock, TURN_MS, over);
  try {
    const either = AbortSignal.any([signal, over.signal]);
    const backups = management.channelBackups(either)[Symbol.asyncIterator]();
    // The stream is opened before the present backup is read, so that no change in between is
    // missed.
    const first = backups.next();
    first.catch(() => undefined);
    await keeper.keep(await management.channelBackup());
    for (let step = await first; step.done !== true; step = await backups.next()) {
      await keeper.keep(step.value);
    }
  } finally {
    keepOn();
    over.abort();
  }
}

interface Keeper {
  keep(backup: ChannelBackup): Promise<void>;
  noteFailure(error: unknown): Promise<void>;
}

function createKeeper(deps: KeepChannelBackupDeps): Keeper {
  const { clock, node, channelBackupFile } = deps;
  const subject = { kind: 'channel_backup_not_kept', subject: node.pubkey } as const;
  const alarm = createStateAlarm(deps, subject, 'the channel backup is kept again');
  /** The channels in the stored backup; null until this process has stored one. */
  let kept: string | null = null;
  let failsSinceMs: number | null = null;
  return {
    async keep({ channelPoints, bytes }) {
      const points = channelPoints.join();
      // LND encrypts each backup with new random bytes, so the result always differs. A backup is
      // stored again only if its channels differ, or if the file was moved away.
      const isKept = points === kept && (await channelBackupFile.read()) !== null;
      if (!isKept) await channelBackupFile.replace(bytes);
      kept = points;
      failsSinceMs = null;
      await alarm.end();
    },
    async noteFailure(error) {
      const nowMs = clock.monotonicMs();
      failsSinceMs ??= nowMs;
      // While the node is away, no alarm is raised: another alarm says so, and the channels do not
      // change meanwhile.
      if (nowMs - failsSinceMs < BEHIND_MS || (await isNodeAway(deps))) return;
      const said = error instanceof Error ? error.message : String(error);
      await alarm.raise(
        `the newest channel backup could not be kept since ` +
          `${Math.floor((nowMs - failsSinceMs) / MINUTE_MS)} minutes: ` +
          cleanText(said, MAX_DETAIL_LENGTH),
      );
    },
  };
}

const isNodeAway = ({ lightning }: KeepChannelBackupDeps): Promise<boolean> =>
  lightning.info().then(
    () => false,
    () => true,
  );
