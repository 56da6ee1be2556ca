import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Command } from 'commander';
import {
  addBuyChannelCommands,
  type BuyChannelCommandDeps,
} from '../../src/admin/commands/buy-channel.ts';
import type { ActionEnd, NewAction } from '../../src/alarms/operator-log/operator-action.ts';
import { addressRules } from '../../src/base/address-rules.ts';
import { RefusedError } from '../../src/cli/refused.ts';
import { startChannelOrders } from '../support/channel-order-bench.ts';
import { field, textField } from '../support/fields.ts';

/** Channels that are bought by command, over the simulated network with a provider of its own. */

async function openBench(t: TestContext) {
  const bench = await startChannelOrders(t);
  await bench.bind();
  const begun: NewAction[] = [];
  const ended: ActionEnd[] = [];
  const stops: string[] = [];
  const { deps: parts } = bench;
  const deps: BuyChannelCommandDeps = {
    ...parts,
    connectManagement: async () => ({
      ...parts.management,
      openChannel: () => assert.fail('no channel is opened'),
      closeChannel: () => assert.fail('no channel is closed'),
      channelBackup: () => assert.fail('no backup is asked for'),
      channelBackups: () => assert.fail('no backup is followed'),
      close: async () => undefined,
    }),
    connectNode: async () => ({ ...bench.lightning, close: async () => undefined }),
    identifyNode: async () => parts.node,
    openChannelProvider: async () => ({
      provider: { ...parts.provider, close: async () => undefined },
      providerRules: { addresses: addressRules(['127.0.0.1']) },
    }),
    stops: {
      ...bench.stores.stops,
      listStops: async () =>
        stops.map((detail) => ({ reason: 'operator', detail, since: new Date(0) })),
    },
    actions: {
      begin: async (action) => begun.push(action) > 0,
      end: async (_id, end) => void ended.push(end),
    },
  };
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const program = new Command().option('--json').exitOverride();
    program.configureOutput({ writeErr: () => undefined });
    const node = program.command('node');
    addBuyChannelCommands(node, { open: (work) => work(deps) });
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
  const buy = (...more: readonly string[]) =>
    run('buy-channel', bench.provider.url, '--size', '1000000', ...more);
  return { ...bench, begun, ended, stops, run, buy };
}

for (const way of ['lightning', 'chain']) {
  test(`an offer is shown, paid by ${way} once, and becomes a channel`, async (t) => {
    const bench = await openBench(t);
    const { run, begun, ended } = bench;
    const offer = await bench.buy('--months', '3');
    assert.deepEqual(
      [field(offer, 'state'), field(offer, 'size'), field(offer, 'expiry_blocks')],
      ['open', 1_000_000, 12_960],
    );
    assert.equal(field(field(offer, way), 'amount'), 2500);
    assert.equal(field(offer, 'paid_by'), null);
    const id = textField(offer, 'id');
    const paid = await run('pay-channel', id, '--by', way);
    assert.equal(field(paid, 'paid_by'), way);
    await assert.rejects(run('pay-channel', id, '--by', way), RefusedError);
    await bench.mine(1);
    await bench.follow();
    await bench.mine(6);
    await bench.follow();
    const [newest] = Object.values(Object(await run('channel-orders')));
    assert.deepEqual([field(newest, 'id'), field(newest, 'state')], [id, 'completed']);
    assert.match(textField(newest, 'channel'), /^[0-9a-f]{64}:0$/);
    assert.deepEqual(await bench.paid(), way === 'lightning' ? [2_500_000n] : []);
    assert.deepEqual(
      begun.map(({ kind, adminId }) => [kind, adminId]),
      [
        ['channel_order', null],
        ['channel_order_pay', null],
        ['channel_order_pay', null],
      ],
    );
    assert.deepEqual(
      ended.map(({ result }) => result),
      ['done', 'done', 'refused'],
    );
  });
}

test('what is refused is said in words, and nothing is paid', async (t) => {
  const { run, buy, provider, stops } = await openBench(t);
  const refused = async (words: RegExp, ...args: readonly string[]) =>
    await assert.rejects(run(...args), words);
  const size = ['--size', '1000000'];
  await refused(/has to begin with https/, 'buy-channel', 'http://1.1.1.1/v1', ...size);
  await refused(/no URL of a provider/, 'buy-channel', 'lsp', ...size);
  await refused(/of 50000 to/, 'buy-channel', provider.url, '--size', '1000');
  await refused(/at most 20160 blocks/, 'buy-channel', provider.url, ...size, '--months', '12');
  await refused(/no order x/, 'pay-channel', 'x', '--by', 'chain');
  const id = textField(await buy(), 'id');
  stops.push('the books do not balance');
  await refused(/stopped: the books do not balance/, 'pay-channel', id, '--by', 'lightning');
  stops.length = 0;
  provider.spoil = (_, answer) => ({ ...answer, order_state: 'FAILED' });
  await refused(/does not wait for this payment/, 'pay-channel', id, '--by', 'lightning');
  provider.spoil = (_, answer) => answer;
  const unknown = ['00000000-0000-0000-0000-000000000000', '--by', 'chain'];
  await refused(/there is no order/, 'pay-channel', ...unknown);
  const [newest] = Object.values(Object(await run('channel-orders')));
  assert.deepEqual([field(newest, 'id'), field(newest, 'paid_by')], [id, null]);
});
