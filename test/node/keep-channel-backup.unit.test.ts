import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';
import type { ChannelBackup } from '../../src/lightning/node-management.ts';
import { NodeFault, type NodeInfo } from '../../src/lightning/node-port.ts';
import { keepChannelBackup } from '../../src/node/keep-channel-backup.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { QUIET_CHAIN } from '../support/quiet-chain.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const NODE = { pubkey: '02aa', alias: 'ours', network: 'bitcoin' } as const;
const INFO: NodeInfo = { ...NODE, ...QUIET_CHAIN, synced: true, blockHeight: 1, version: '1' };

function keep() {
  const clock = createVirtualClock();
  const stop = new AbortController();
  /** What the node has, and what it tells by itself. */
  const node = { channels: ['a:0'], isAway: false, refuses: false, backups: 0 };
  const disk = { written: [] as string[], isFull: false, isFileGone: false };
  const alarms: string[] = [];
  let tell: ((backup: ChannelBackup) => void) | null = null;
  let cut: ((error: Error) => void) | null = null;

  const backup = (): ChannelBackup => {
    node.backups += 1;
    const text = `${node.channels.join()} #${node.backups}`;
    return { channelPoints: [...node.channels], bytes: Buffer.from(text) };
  };
  async function* channelBackups(signal: AbortSignal): AsyncGenerator<ChannelBackup> {
    while (!signal.aborted) {
      const next = await new Promise<ChannelBackup | null>((resolve, reject) => {
        tell = resolve;
        cut = reject;
        signal.addEventListener('abort', () => resolve(null), { once: true });
      });
      if (next !== null) yield next;
    }
  }
  const running = keepChannelBackup(
    {
      management: {
        channelBackup: async () => {
          if (node.isAway || node.refuses) throw new NodeFault('LND refused it');
          return backup();
        },
        channelBackups,
      },
      lightning: {
        info: async () => {
          if (node.isAway) throw new NodeFault('away');
          return INFO;
        },
      },
      node: NODE,
      channelBackupFile: {
        read: async () =>
          disk.isFileGone ? null : { bytes: new Uint8Array(), keptAt: new Date(0) },
        replace: async (bytes) => {
          if (disk.isFull) throw new Error('ENOSPC: no space left on device');
          disk.written.push(Buffer.from(bytes).toString());
        },
      },
      alarms: {
        raiseAlarm: async ({ kind, detail }: Alarm) => void alarms.push(`${kind}: ${detail}`),
        endAlarm: async ({ kind }: Pick<Alarm, 'kind'>) => void alarms.push(`ended ${kind}`),
      },
      clock,
      random: createSeededRandom(1),
      log: createListeningLog(),
    },
    stop.signal,
  );
  return {
    clock,
    node,
    disk,
    alarms,
    tell: async (): Promise<void> => {
      tell?.(backup());
      await clock.flush();
    },
    cut: () => cut?.(new NodeFault('LND ended the stream')),
    end: async (): Promise<void> => {
      stop.abort();
      await running;
    },
  };
}

test('the backup is kept at the start, and after each change of the channels', async () => {
  const { clock, node, disk, alarms, tell, end } = keep();
  await clock.flush();
  assert.deepEqual(disk.written, ['a:0 #1']);
  node.channels = ['a:0', 'b:1'];
  await tell();
  assert.deepEqual(disk.written, ['a:0 #1', 'a:0,b:1 #2']);
  await tell();
  await clock.advance(60 * MINUTE_MS);
  assert.equal(disk.written.length, 2, 'other bytes of the same channels are not written');
  node.channels = [];
  await tell();
  assert.match(disk.written.at(-1) ?? '', /^ #/, 'none left is a change, too');
  assert.deepEqual(alarms, ['ended channel_backup_not_kept']);
  await end();
});

test('a file that someone has moved away is written again', async () => {
  const { clock, disk, end } = keep();
  await clock.flush();
  disk.isFileGone = true;
  await clock.advance(11 * MINUTE_MS);
  assert.equal(disk.written.length, 2);
  await end();
});

test('a change that no stream tells is found by the next look', async () => {
  const { clock, node, disk, cut, end } = keep();
  await clock.flush();
  node.channels = ['b:1'];
  await clock.advance(11 * MINUTE_MS);
  assert.match(disk.written.at(-1) ?? '', /^b:1 #/);
  node.channels = ['c:1'];
  cut();
  await clock.advance(MINUTE_MS);
  assert.match(disk.written.at(-1) ?? '', /^c:1 #/, 'a stream that ends is followed by a look');
  await end();
});

test('what cannot be kept for ten minutes raises one alarm, and is kept later', async () => {
  const { clock, node, disk, alarms, tell, end } = keep();
  await clock.flush();
  alarms.length = 0;
  disk.isFull = true;
  node.channels = ['b:1'];
  await tell();
  await clock.advance(9 * MINUTE_MS);
  assert.deepEqual(alarms, []);
  await clock.advance(60 * MINUTE_MS);
  assert.equal(alarms.length, 1);
  assert.match(alarms[0] ?? '', /^channel_backup_not_kept: .* since 10 minutes: ENOSPC: no space/);
  disk.isFull = false;
  await clock.advance(2 * MINUTE_MS);
  assert.match(disk.written.at(-1) ?? '', /^b:1 #/);
  assert.deepEqual(alarms.slice(1), ['ended channel_backup_not_kept']);
  await end();
});

test('a node that refuses the backup is told of, one that is away is not', async () => {
  const { clock, node, alarms, end } = keep();
  await clock.flush();
  alarms.length = 0;
  node.isAway = true;
  await clock.advance(120 * MINUTE_MS);
  assert.deepEqual(alarms, []);
  node.isAway = false;
  node.refuses = true;
  await clock.advance(30 * MINUTE_MS);
  assert.match(alarms.join(), /^channel_backup_not_kept: .*: LND refused it$/);
  await end();
});
