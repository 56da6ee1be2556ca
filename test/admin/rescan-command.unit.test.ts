import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Command } from 'commander';
import { addRescanCommand, type RescanCommandDeps } from '../../src/admin/commands/rescan.ts';
import type { ActionEnd, NewAction } from '../../src/alarms/operator-log/operator-action.ts';
import { RefusedError } from '../../src/cli/refused.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function openBench(t: TestContext, orderRescan: RescanCommandDeps['orderRescan']) {
  const begun: NewAction[] = [];
  const ended: ActionEnd[] = [];
  const deps: RescanCommandDeps = {
    orderRescan,
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
    addRescanCommand(program.command('node'), { open: (work) => work(deps) });
    const written: string[] = [];
    t.mock.method(process.stderr, 'write', () => true);
    const write = t.mock.method(process.stdout, 'write', (text: string) => written.push(text) > 0);
    try {
      await program.parseAsync(['--json', 'node', 'rescan', ...args], { from: 'user' });
    } finally {
      write.mock.restore();
    }
    return JSON.parse(written.join(''));
  };
  return { begun, ended, run };
}

test('node rescan is ordered with a confirmation only, and stands in the log', async (t) => {
  let orders = 0;
  const order = async () => {
    orders += 1;
    return { isKept: orders === 1 };
  };
  const { run, begun, ended } = openBench(t, order);
  await assert.rejects(run(), RefusedError);
  assert.deepEqual([orders, begun], [0, []]);
  assert.deepEqual(await run('--accept-rescan'), { ordered: true, begins: 'now' });
  assert.deepEqual(await run('--accept-rescan'), { ordered: true, begins: 'at_next_start' });
  assert.deepEqual(
    begun.map(({ kind }) => kind),
    ['node_rescan', 'node_rescan'],
  );
  assert.deepEqual(ended, [
    { result: 'done', outcome: {} },
    { result: 'done', outcome: {} },
  ]);
});

test('node rescan names what operators of their own LND do instead', async (t) => {
  const { run, begun } = openBench(t, null);
  await assert.rejects(run('--accept-rescan'), /start your LND once with --reset-wallet/);
  assert.deepEqual(begun, []);
});
