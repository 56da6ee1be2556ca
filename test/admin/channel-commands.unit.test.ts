import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Command } from 'commander';
import { addChannelCommands, type ChannelCommandDeps } from '../../src/admin/commands/channels.ts';
import type { ActionEnd, NewAction } from '../../src/alarms/operator-log/operator-action.ts';
import { sat } from '../../src/base/amount.ts';
import type { NodeManagement } from '../../src/lightning/node-management.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const KEY = `02${'ab'.repeat(32)}`;
const TXID = 'cd'.repeat(32);
const channelPoint = { txid: TXID, outputIndex: 1 };

function openBench(t: TestContext, isOurs = true) {
  const asked: unknown[] = [];
  const begun: NewAction[] = [];
  const ended: ActionEnd[] = [];
  const management: NodeManagement = {
    walletBalance: async () => ({
      confirmedSat: sat(500n),
      unconfirmedSat: sat(20n),
      lockedSat: sat(0n),
      reservedSat: sat(100n),
    }),
    newAddress: async () => 'bc1qnew',
    pendingChannels: async () => [],
    openChannel: async (order) => {
      asked.push(order);
      return { kind: 'begun', channelPoint };
    },
    closeChannel: async (order) => {
      asked.push(order);
      return { kind: 'begun', closingTxid: 'ef'.repeat(32) };
    },
    connectPeer: () => assert.fail('no command connects'),
    signPayment: () => assert.fail('no command pays'),
    publish: () => assert.fail('no command pays'),
    hasPaid: () => assert.fail('no command pays'),
    channelBackup: async () => ({ channelPoints: [`${TXID}:1`], bytes: Buffer.from('backup') }),
    channelBackups: () => assert.fail('no command follows'),
    close: async () => void asked.push('closed'),
  };
  const deps: ChannelCommandDeps = {
    connectManagement: async () => (isOurs ? management : null),
    channelBackupFile: { path: '/data/channels.backup', read: async () => null },
    actions: {
      begin: async (action) => begun.push(action) > 0,
      end: async (_id, end) => void ended.push(end),
    },
    clock: createVirtualClock(),
    random: createSeededRandom(1),
    log: createListeningLog(),
  };
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const program = new Command().option('--json').exitOverride();
    program.configureOutput({ writeErr: () => undefined });
    const node = program.command('node');
    addChannelCommands(node, { open: (work) => work(deps) });
    for (const command of node.commands) command.exitOverride();
    const written: string[] = [];
    const write = t.mock.method(process.stdout, 'write', (text: string) => written.push(text) > 0);
    try {
      await program.parseAsync(['--json', 'node', ...args], { from: 'user' });
    } finally {
      write.mock.restore();
    }
    return JSON.parse(written.join(''));
  };
  return { management, deps, asked, begun, ended, run };
}

test('node address shows a new address', async (t) => {
  assert.deepEqual(await openBench(t).run('address'), { address: 'bc1qnew' });
});

test('node open-channel orders a channel, and both stand in the log', async (t) => {
  const { run, asked, begun, ended } = openBench(t);
  const answer = await run(
    ...['open-channel', `${KEY}@node.example:9735`, '--amount', '100000', '--sat-per-vbyte', '3'],
  );
  assert.deepEqual(answer, { channel_point: `${TXID}:1` });
  assert.deepEqual(asked, [
    { peerPubkey: KEY, host: 'node.example:9735', amountSat: 100_000n, satPerVbyte: 3n },
    'closed',
  ]);
  const [action] = begun;
  assert.deepEqual(
    [action?.kind, action?.subject, action?.adminId, action?.detail],
    ['channel_open', KEY, null, { amountSat: '100000', satPerVbyte: '3' }],
  );
  assert.deepEqual(ended, [{ result: 'done', outcome: { channel: `${TXID}:1` } }]);
});

test('node close-channel closes it, and leaves the fee to the node', async (t) => {
  const { run, asked, begun, ended } = openBench(t);
  const answer = await run('close-channel', `${TXID}:1`);
  assert.deepEqual(answer, { closing_txid: 'ef'.repeat(32) });
  assert.deepEqual(asked[0], { channelPoint, satPerVbyte: null });
  assert.deepEqual([begun[0]?.kind, begun[0]?.subject], ['channel_close', `${TXID}:1`]);
  assert.deepEqual(ended, [{ result: 'done', outcome: { txid: 'ef'.repeat(32) } }]);
});

test('a refusal is said and logged, a fault leaves open what became of it', async (t) => {
  const { run, management, ended } = openBench(t);
  const order = ['open-channel', KEY, '--amount', '100000'];
  management.openChannel = async () => ({ kind: 'refused', detail: 'the peer refused: no' });
  await assert.rejects(run(...order), { name: 'RefusedError', message: 'the peer refused: no' });
  management.openChannel = async () => {
    throw new NodeFault('no answer from LND');
  };
  const said = t.mock.method(process.stderr, 'write', () => true);
  await assert.rejects(run(...order), { name: 'NodeFault' });
  assert.match(String(said.mock.calls[0]?.arguments[0]), /It may have begun nevertheless/);
  assert.deepEqual(ended, [
    { result: 'refused', outcome: { why: 'the peer refused: no' } },
    { result: 'failed', outcome: { why: 'the node does not answer' } },
  ]);
});

test('what is no channel, node, amount or rate is refused before the node is asked', async (t) => {
  const { run, asked } = openBench(t);
  for (const args of [
    ['open-channel', 'ann@example.com', '--amount', '100000'],
    ['open-channel', KEY],
    ['open-channel', KEY, '--amount', '0'],
    ['open-channel', KEY, '--amount', '1.5'],
    ['open-channel', KEY, '--amount', '100000', '--sat-per-vbyte', '-1'],
    ['close-channel', TXID],
  ]) {
    await assert.rejects(run(...args), args.join(' '));
  }
  assert.deepEqual(asked, []);
});

test('node channel-backup writes a file that is not there, or says where one is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const { run, deps } = openBench(t);
  const file = join(folder, 'mine.backup');
  const answer = await run('channel-backup', file);
  assert.deepEqual(answer, { file, channel_points: [`${TXID}:1`], bytes: 6 });
  assert.equal(await readFile(file, 'utf8'), 'backup');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await assert.rejects(run('channel-backup', file), /already exists/);
  await assert.rejects(run('channel-backup'), /no channel backup is kept yet/);
  const keptAt = new Date('2026-03-01T12:00:00Z');
  deps.channelBackupFile.read = async () => ({ bytes: Buffer.from('kept'), keptAt });
  assert.deepEqual(await run('channel-backup'), {
    file: '/data/channels.backup',
    kept_at: '2026-03-01T12:00:00.000Z',
    bytes: 4,
  });
});

test('an LND of the operator is left to lncli', async (t) => {
  const { run } = openBench(t, false);
  await assert.rejects(run('address'), /use lncli/);
});
