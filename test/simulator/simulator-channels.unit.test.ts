import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import {
  base64,
  clockBetweenBlocks,
  hexOfBase64,
  objectIn,
  type SimulatorHere,
  startSimulatorHere,
} from '../support/simulator-here.ts';

const refusal = (message: string) => ({ code: 2, message, details: [] });

/** Words and forms are those of LND 0.21.2-beta, unless it is said otherwise. */
describe('the channels of a simulated node', () => {
  let here: SimulatorHere;
  before(async () => {
    here = await startSimulatorHere({ clock: clockBetweenBlocks() });
  });
  after(() => here.close());

  const pubkeyOf = (name: string): string => {
    const node = here.simulator.description.nodes.find((candidate) => candidate.name === name);
    return node?.pubkey ?? '';
  };
  const connect = async (pubkey: string) =>
    (await here.call('satchel', '/v1/peers', { addr: { pubkey, host: '127.0.0.1:9735' } })).json;
  const open = async (name: string, amountSat: string) =>
    (
      await here.call('satchel', '/v1/channels', {
        node_pubkey: base64(pubkeyOf(name)),
        local_funding_amount: amountSat,
        sat_per_vbyte: '3',
      })
    ).json;
  const pending = async (kind: string) => {
    const list = (await here.call('satchel', '/v1/channels/pending')).json[kind];
    assert(Array.isArray(list));
    return list;
  };
  const txidOf = (bytes: unknown): string =>
    Buffer.from(hexOfBase64(bytes), 'hex').reverse().toString('hex');

  it('connects to nodes of the network, once', async () => {
    const hub = pubkeyOf('hub-one');
    const bob = pubkeyOf('bob');
    const stranger = `0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798`;
    assert.deepEqual(
      await connect(hub),
      refusal(`already connected to peer: ${hub}@127.0.0.1:9735`),
    );
    assert.deepEqual(await open('bob', '50000'), refusal(`peer ${bob} is not online`));
    assert.deepEqual(await connect(bob), {
      status: `connection to ${bob}@127.0.0.1:9735 initiated`,
    });
    assert.equal((await here.call('satchel', '/v1/getinfo')).json['num_peers'], 3);
    assert.deepEqual(
      await connect(bob),
      refusal(`already connected to peer: ${bob}@127.0.0.1:9735`),
    );
    assert.deepEqual(
      await connect(stranger),
      refusal('dial tcp 127.0.0.1:9735: connect: connection refused'),
    );
    assert.deepEqual(await connect('02aa'), refusal('malformed public key: invalid length: 2'));
    assert.deepEqual(
      await connect(`02${'11'.repeat(32)}`),
      refusal(`invalid public key: x coordinate ${'11'.repeat(32)} is not on the secp256k1 curve`),
    );
    assert.deepEqual(await connect(pubkeyOf('satchel')), refusal('cannot make connection to self'));
  });

  it('opens none that is too small, or dearer than its coins', async () => {
    assert.deepEqual(await open('hub-one', '0'), refusal('local funding amount must be non-zero'));
    assert.deepEqual(
      await open('hub-one', '19999'),
      refusal('channel is too small, the minimum channel size is: 20000 SAT'),
    );
    assert.deepEqual(
      await open('hub-one', '150000000'),
      refusal(
        'not enough witness outputs to create funding transaction, ' +
          'need 1.5 BTC only have 1 BTC available',
      ),
    );
    assert.deepEqual(await open('satchel', '50000'), refusal('cannot open channel to self'));
  });

  it('opens one in three blocks, pays with it, and closes it again', async () => {
    const backups = here.open('satchel', '/v1/channels/backup/subscribe');
    await connect(pubkeyOf('alice'));
    const opened = await open('alice', '2000000');
    const point = `${txidOf(opened['funding_txid_bytes'])}:0`;
    const [opening] = await pending('pending_open_channels');
    assert.equal(opening.channel.channel_point, point);
    assert.equal(opening.channel.remote_node_pub, pubkeyOf('alice'));
    assert.equal(opening.channel.initiator, 'INITIATOR_LOCAL');
    assert.deepEqual([opening.confirmations_until_active, opening.confirmation_height], [3, 0]);
    const { json: balance } = await here.call('satchel', '/v1/balance/channels');
    assert.equal(balance['pending_open_balance'], '1998778');

    const early = await here.delete('satchel', `/v1/channels/${point.replace(':', '/')}`);
    assert.match(early.text, /channel link not found/);
    await here.control('/mine', { blocks: 2 });
    assert.equal((await pending('pending_open_channels'))[0].confirmations_until_active, 1);
    await here.control('/mine');
    assert.deepEqual(await pending('pending_open_channels'), []);
    const found = await channelOf(point);
    assert.equal(found['local_balance'], '1998778');
    await eventually('the backup follows', () => (backups.lines.length === 2 ? true : null));
    assert(pointsOf(backups.lines[1]).includes(point), 'the open channel is in the backup');

    const { json: invoice } = await here.call('alice', '/v1/invoices', { value: '1000' });
    const paid = await here.call('satchel', '/v2/router/send', {
      payment_request: invoice['payment_request'],
      timeout_seconds: 10,
      outgoing_chan_ids: [found['chan_id']],
    });
    assert.match(paid.text, /SUCCEEDED/);

    const before = await walletSat('satchel');
    const closing = here.openDelete(
      'satchel',
      `/v1/channels/${point.replace(':', '/')}?sat_per_vbyte=2`,
    );
    const begun = await eventually('it begins to close', () => closing.lines[0] ?? null);
    const closePending = objectIn(objectIn(begun, 'result'), 'close_pending');
    const closingTxid = txidOf(closePending['txid']);
    const [waiting] = await pending('waiting_close_channels');
    assert.equal(waiting.closing_txid, closingTxid);
    assert.deepEqual([waiting.blocks_til_close_confirmed, waiting.close_height], [3, 0]);
    assert.equal((await here.call('satchel', '/v1/getinfo')).json['num_pending_channels'], 1);
    const again = await here.delete('satchel', `/v1/channels/${point.replace(':', '/')}`);
    assert.match(again.text, /channel link not found/);

    await here.control('/mine', { blocks: 3 });
    const end = await eventually('it is closed', () => closing.lines[1] ?? null);
    assert.equal(objectIn(objectIn(end, 'result'), 'chan_close')['success'], true);
    assert.deepEqual(await pending('waiting_close_channels'), []);
    const { json: row } = await here.call('satchel', `/v2/wallet/tx?txid=${closingTxid}`);
    assert.equal(row['label'], `0:closechannel:shortchanid-${found['chan_id']}`);
    assert.equal((await walletSat('satchel')) - before, BigInt(String(row['amount'])));
  });

  it('closes none that it does not have', async () => {
    const missing = await here.delete('satchel', `/v1/channels/${'00'.repeat(32)}/0`);
    assert.deepEqual(missing.json, { error: refusal('channel not found') });
  });

  it('is in the backup as long as it is open', async () => {
    const { json } = await here.call('satchel', '/v1/channels/backup');
    const { json: channels } = await here.call('satchel', '/v1/channels');
    assert(Array.isArray(channels['channels']));
    const points = channels['channels'].map((channel) => channel.channel_point);
    assert.deepEqual(pointsOf({ result: json }).sort(), points.sort());
    const again = await here.call('satchel', '/v1/channels/backup');
    assert.notEqual(again.text, JSON.stringify(json), 'its bytes are others each time');
  });

  function pointsOf(line: Record<string, unknown> | undefined): string[] {
    const multi = objectIn(objectIn(line ?? {}, 'result'), 'multi_chan_backup');
    assert(Array.isArray(multi['chan_points']));
    return multi['chan_points'].map(
      (point) => `${txidOf(point.funding_txid_bytes)}:${point.output_index}`,
    );
  }

  async function channelOf(point: string): Promise<Record<string, unknown>> {
    const { json } = await here.call('satchel', '/v1/channels');
    assert(Array.isArray(json['channels']));
    const found = json['channels'].find((channel) => channel.channel_point === point);
    assert(found !== undefined, 'the channel is open');
    return found;
  }

  async function walletSat(node: string): Promise<bigint> {
    const { json } = await here.call(node, '/v1/balance/blockchain');
    return BigInt(String(json['total_balance']));
  }
});
