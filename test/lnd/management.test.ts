import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { formatChannelPoint } from '../../src/lightning/channel-point.ts';
import { MANAGEMENT_CALLS, openLndManagement } from '../../src/lightning/lnd/management.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type {
  ChannelBackup,
  ChannelOrder,
  ChannelPoint,
  NodeManagement,
  PendingChannel,
} from '../../src/lightning/node-management.ts';
import type { ChannelNode } from '../../src/lightning/node-wallet.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { field, textField } from '../support/fields.ts';
import { openRegtest, type Regtest } from './regtest.ts';

describe('what operators do with a node', () => {
  const closers: (() => Promise<unknown>)[] = [];
  const end = new AbortController();
  const backups: ChannelBackup[] = [];
  let regtest: Regtest;
  let management: NodeManagement;
  let node: ChannelNode;
  let following: Promise<void>;

  const manage = async (calls: readonly string[]): Promise<NodeManagement> => {
    const access = { ...regtest.nodes.alice, ...(await regtest.bake(calls)) };
    const opened = openLndManagement({ ...access, clock: systemClock });
    closers.push(() => opened.close());
    return opened;
  };
  const orderTo = (peer: 'bob' | 'carol', changes: Partial<ChannelOrder> = {}): ChannelOrder => ({
    peerPubkey: regtest.nodes[peer].pubkey,
    host: regtest.nodes[peer].address,
    amountSat: sat(200_000n),
    satPerVbyte: 3n,
    ...changes,
  });
  const pending = async (point: ChannelPoint): Promise<PendingChannel | null> =>
    (await management.pendingChannels()).find(
      ({ channelPoint }) => formatChannelPoint(channelPoint) === formatChannelPoint(point),
    ) ?? null;
  const isOpen = async (point: ChannelPoint): Promise<boolean> =>
    (await node.channels()).some(
      ({ channelPoint, isActive }) =>
        isActive && formatChannelPoint(channelPoint) === formatChannelPoint(point),
    );
  const newestBackupHas = (point: ChannelPoint): boolean =>
    backups.at(-1)?.channelPoints.includes(formatChannelPoint(point)) ?? false;

  before(async () => {
    regtest = await openRegtest();
    management = await manage(MANAGEMENT_CALLS);
    node = openLndNode({ ...regtest.nodes.alice, clock: systemClock });
    closers.push(() => node.close());
    following = (async () => {
      for await (const backup of management.channelBackups(end.signal)) backups.push(backup);
    })();
  });
  after(async () => {
    end.abort();
    await following;
    for (const close of closers.reverse()) await close();
  });

  test('money that is sent to an address of the node is in its wallet', async () => {
    const address = await management.newAddress();
    assert.match(address, /^bcrt1q/);
    const before = await management.walletBalance();
    await regtest.run(
      ...['cli', 'bob', 'sendcoins', '--addr', address, '--amt', '123456', '--sat_per_vbyte', '2'],
    );
    await eventually('it is seen', async () => {
      const { unconfirmedSat } = await management.walletBalance();
      return unconfirmedSat === before.unconfirmedSat + 123_456n ? true : null;
    });
    await regtest.run('mine');
    await eventually('it is in a block', async () =>
      (await management.walletBalance()).unconfirmedSat === before.unconfirmedSat ? true : null,
    );
    const { reservedSat } = await management.walletBalance();
    assert(reservedSat >= 10_000n, 'its channels need some of it');
  });

  test('a payment is signed before anyone knows it, and may be sent again', async () => {
    const { address } = JSON.parse(await regtest.run('cli', 'bob', 'newaddress', 'p2tr'));
    const since = systemClock.now();
    const order = { address, amountSat: sat(54_321n), satPerVbyte: 3n };
    const signed = await management.signPayment(order);
    assert(signed.kind === 'signed');
    assert.equal(await management.hasPaid(address, since), false);
    for (const _ of [1, 2]) {
      assert.deepEqual(await management.publish(signed.raw), { kind: 'handed_over' });
    }
    assert.equal(await management.hasPaid(address, since), true);
    await regtest.run('mine');
    const received = async (): Promise<readonly string[]> => {
      const list = field(JSON.parse(await regtest.run('cli', 'bob', 'listunspent')), 'utxos');
      assert(Array.isArray(list));
      const there = list.filter((coin) => textField(coin, 'address') === address);
      return there.map((coin) => String(field(coin, 'amount_sat')));
    };
    await eventually('a block has it', async () => ((await received()).length > 0 ? true : null));
    // LND may send the transaction again or refuse it, but nothing is paid twice.
    await management.publish(signed.raw);
    assert.deepEqual(await received(), ['54321']);
    assert(signed.feeSat > 0n && signed.feeSat < 2000n, String(signed.feeSat));
    const tooMuch = await management.signPayment({
      ...order,
      amountSat: sat(20_000_000n * 10n ** 8n),
    });
    assert.deepEqual(tooMuch, {
      kind: 'refused',
      detail: 'the wallet of the node has too little to spend',
    });
  });

  test('a node connects to another one, and is connected already', async () => {
    const { pubkey, address: host } = regtest.nodes.carol;
    for (const _ of [1, 2]) {
      assert.deepEqual(await management.connectPeer({ pubkey, host }), { kind: 'connected' });
    }
    const nowhere = await management.connectPeer({ pubkey: NO_NODE, host: '127.0.0.1:9' });
    assert.equal(nowhere.kind, 'refused');
  });

  test('the node knows the time of its newest block, its peers and channels', async () => {
    const { newestBlockAt, peersCount, channelsCount } = await node.info();
    const ageMs = systemClock.now().getTime() - newestBlockAt.getTime();
    assert(Math.abs(ageMs) < 2 * 3_600_000, `${ageMs}`);
    assert(peersCount >= 1 && channelsCount >= 1);
  });

  test('a channel that cannot be opened is refused in words', async () => {
    const cases: readonly (readonly [Partial<ChannelOrder>, RegExp])[] = [
      [{ amountSat: sat(1000n) }, /too small/],
      [{ amountSat: sat(20_999_999n * 10n ** 8n) }, /^the wallet of the node has .* are needed$/],
      [{ peerPubkey: NO_NODE, host: null }, /not connected to this peer/],
      [{ peerPubkey: NO_NODE }, /^no connection to 127.0.0.1:\d+: another node answers/],
      [{ peerPubkey: NO_NODE, host: '127.0.0.1:9' }, /^no connection .*: connection refused$/],
    ];
    for (const [changes, words] of cases) {
      const opening = await management.openChannel(orderTo('carol', changes));
      assert(opening.kind === 'refused', String(words));
      assert.match(opening.detail, words);
    }
    const unable = await manage(MANAGEMENT_CALLS.filter((call) => !call.endsWith('ChannelSync')));
    await assert.rejects(unable.openChannel(orderTo('carol')), /permission denied/);
    assert.deepEqual(await management.pendingChannels(), []);
  });

  test('a channel opens and closes, and the backup follows', async () => {
    const opening = await management.openChannel(orderTo('carol'));
    assert(opening.kind === 'begun');
    const { channelPoint } = opening;
    const { carol } = regtest.nodes;
    const seen = await pending(channelPoint);
    assert.deepEqual([seen?.state, seen?.peerPubkey], ['opening', carol.pubkey]);
    assert.deepEqual([seen?.capacitySat, seen?.blocksLeft], [200_000n, 1]);
    await eventually('the backup has it', () => (newestBackupHas(channelPoint) ? true : null));

    const early = await management.closeChannel({ channelPoint, satPerVbyte: 2n });
    assert(early.kind === 'refused');
    assert.match(early.detail, /the channel is not open yet/);
    await regtest.run('mine', '3');
    await eventually('it is open', async () => ((await isOpen(channelPoint)) ? true : null));
    const asked = await management.channelBackup();
    assert(asked.channelPoints.includes(formatChannelPoint(channelPoint)));
    assert(asked.bytes.length > 500);

    const closing = await management.closeChannel({ channelPoint, satPerVbyte: 2n });
    assert(closing.kind === 'begun');
    assert.match(closing.closingTxid, /^[0-9a-f]{64}$/);
    assert.equal((await pending(channelPoint))?.state, 'closing');
    const again = await management.closeChannel({ channelPoint, satPerVbyte: 2n });
    assert.equal(again.kind, 'refused');
    await regtest.run('mine', '6');
    await eventually('it is gone', async () =>
      (await pending(channelPoint)) === null && !newestBackupHas(channelPoint) ? true : null,
    );
    const none = await management.closeChannel({ channelPoint, satPerVbyte: 2n });
    assert.deepEqual(none, { kind: 'refused', detail: 'the node has no such channel' });
  });
});

/** A public key that belongs to no node. */
const NO_NODE = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
