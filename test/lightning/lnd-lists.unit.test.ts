import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { LightningNode } from '../../src/lightning/node-port.ts';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import { PAYMENT_HASH, paymentMessage, succeededMessage } from '../support/lnd-messages.ts';
import type { Reply } from '../support/scripted-server.ts';

afterEach(closeLnds);

/** What LND lists for an operator: payments of anyone, and channels. */

const signal = new AbortController().signal;

async function read<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A list of payments in pages of two. */
async function listing(payments: readonly object[]) {
  const asked: string[] = [];
  const { node } = await lndAgainst((request, reply) => {
    const url = new URL(request.path, 'http://lnd');
    asked.push(url.search);
    const after = Number(url.searchParams.get('index_offset'));
    const page = payments.slice(after, after + 2);
    return reply.json(200, {
      payments: page,
      first_index_offset: String(after + 1),
      last_index_offset: String(page.length === 0 ? 0 : after + page.length),
    });
  });
  return { node, asked };
}

it('lists payments from an index on, page by page, whatever became of them', async () => {
  const { node, asked } = await listing([
    succeededMessage({ payment_index: '1' }),
    paymentMessage({ payment_index: '2' }),
    succeededMessage({ payment_index: '3' }),
    paymentMessage({ payment_index: '4', status: 'FAILED' }),
  ]);
  const found = await read(node.recordedPayments(1n, signal));
  assert.deepEqual(
    found.map(({ paymentIndex, state }) => [paymentIndex, state]),
    [
      [2n, 'in_flight'],
      [3n, 'succeeded'],
      [4n, 'failed'],
    ],
  );
  assert.deepEqual(found[1], {
    paymentIndex: 3n,
    paymentHash: PAYMENT_HASH,
    state: 'succeeded',
    amountMsat: 1500n,
    feeMsat: 1000n,
    createdAt: new Date(1795257034065),
  });
  assert(asked.every((query) => query.includes('include_incomplete=true')));
  assert.deepEqual(await read(node.recordedPayments(4n, signal)), []);
});

it('a status that no one knows may still move money', async () => {
  const { node } = await listing([paymentMessage({ payment_index: '1', status: 9 })]);
  assert.equal((await read(node.recordedPayments(0n, signal)))[0]?.state, 'in_flight');
});

it('a list in a circle is no list', async () => {
  const { node } = await lndAgainst((_request, reply) =>
    reply.json(200, { payments: [paymentMessage()], last_index_offset: '5' }),
  );
  await assert.rejects(read(node.recordedPayments(0n, signal)), { name: 'NodeFault' });
});

it('what is no list of payments is a fault', async () => {
  for (const body of [
    {},
    { payments: 'none', last_index_offset: '0' },
    { payments: [paymentMessage({ value_msat: 1500 })], last_index_offset: '1' },
    { payments: [paymentMessage({ payment_hash: '00' })], last_index_offset: '1' },
  ]) {
    const { node } = await lndAgainst((_request, reply) => reply.json(200, body));
    await assert.rejects(read(node.recordedPayments(0n, signal)), { name: 'NodeFault' });
  }
});

const channelMessage = (changes: object = {}): object => ({
  active: true,
  remote_pubkey: `02${'ab'.repeat(32)}`,
  channel_point: `${'cd'.repeat(32)}:0`,
  capacity: '1000000',
  local_balance: '600000',
  remote_balance: '396530',
  private: false,
  chan_id: '124244814004224',
  alias_scids: ['17592186044416000000'],
  lifetime: '86400',
  uptime: '86390',
  pending_htlcs: [
    { incoming: false, amount: '21', hash_lock: Buffer.alloc(32, 0xfb).toString('base64') },
  ],
  ...changes,
});

const answering = async (answer: (reply: Reply) => Promise<void>): Promise<LightningNode> =>
  (await lndAgainst((_request, reply) => answer(reply))).node;

it('lists channels with what is on each side', async () => {
  const channels = [channelMessage(), channelMessage({ active: false })];
  const node = await answering((reply) => reply.json(200, { channels }));
  const [first, second] = await node.channels();
  assert.deepEqual(first, {
    channelPoint: { txid: 'cd'.repeat(32), outputIndex: 0 },
    peerPubkey: `02${'ab'.repeat(32)}`,
    isActive: true,
    isAnnounced: true,
    capacitySat: 1_000_000n,
    localSat: 600_000n,
    remoteSat: 396_530n,
    ids: ['124244814004224', '17592186044416000000'],
    htlcHashes: ['fb'.repeat(32)],
    watchedSec: 86_400n,
    onlineSec: 86_390n,
  });
  assert.equal(second?.isActive, false);
  for (const changes of [
    { capacity: -1 },
    { channel_point: '9a:1' },
    { alias_scids: [5] },
    { lifetime: 86_400 },
    { pending_htlcs: [{ hash_lock: 'no base64' }] },
    { pending_htlcs: null },
  ]) {
    const channels = [channelMessage(changes)];
    const broken = await answering((reply) => reply.json(200, { channels }));
    await assert.rejects(broken.channels(), { name: 'NodeFault' }, JSON.stringify(changes));
  }
});
