import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import { openLndManagement } from '../../src/lightning/lnd/management.ts';
import type { ChannelOrder, NodeManagement } from '../../src/lightning/node-management.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { MACAROON, status } from '../support/lnd-messages.ts';
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../support/scripted-server.ts';

/** Answers and refusals as LND 0.21.2-beta gave them on a regtest network. */

const PEER = '03fb79b32195736467a3a2c4090a6f1a51a22f63fcd064bd2cb1f744a0f20d5880';
const TXID = 'f2b37cf1e7f84bbcfbd06f4110577b7193b8a28e9be8a36a22d260c33f0369d0';
const TXID_BYTES = '0GkDP8Ng0iJqo+ibjqK4k3F7VxBBb9D7vEv45/F8s/I=';
const ORDER: ChannelOrder = {
  peerPubkey: PEER,
  host: '127.0.0.1:9735',
  amountSat: sat(100_000n),
  satPerVbyte: 3n,
};
const CLOSING = { channelPoint: { txid: TXID, outputIndex: 0 }, satPerVbyte: 2n };

type Answer = readonly [status: number, body: object];

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});

async function against(
  script: Script,
): Promise<{ readonly node: NodeManagement; readonly server: ScriptedServer }> {
  const server = await startScriptedServer(script);
  opened.push(server);
  // Pauses pass at once, but not the time in which LND has to answer.
  const sleep: Clock['sleep'] = async (ms, signal) =>
    ms < 10_000 ? undefined : systemClock.sleep(ms, signal);
  const clock = { ...systemClock, sleep };
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  const node = openLndManagement({ ...access, clock, limits: { answerMs: 300 } });
  opened.push({ close: () => node.close() });
  return { node, server };
}

/** One answer for each path, whatever the query. */
const answering = (answers: Readonly<Record<string, Answer>>) =>
  against(async ({ path }, reply) => {
    const [code, body] = answers[path.split('?')[0] ?? ''] ?? [404, status(5, 'Not Found')];
    await reply.json(code, body);
  });

it('tells what the wallet has, and what of it must stay', async () => {
  const { node } = await answering({
    '/v1/balance/blockchain': [
      200,
      {
        total_balance: '96483323730',
        confirmed_balance: '86499999059',
        unconfirmed_balance: '9983324671',
        locked_balance: '10000000000',
        reserved_balance_anchor_chan: '30000',
        account_balance: {},
      },
    ],
  });
  assert.deepEqual(await node.walletBalance(), {
    confirmedSat: 86_499_999_059n,
    unconfirmedSat: 9_983_324_671n,
    lockedSat: 10_000_000_000n,
    reservedSat: 30_000n,
  });
});

it('asks for an address that every wallet can send to', async () => {
  const address = 'bcrt1qf95v0ch3v3vwzulr7hs3w69gyjfetgpa6lg0k8';
  const { node, server } = await answering({ '/v1/newaddress': [200, { address }] });
  assert.equal(await node.newAddress(), address);
  assert.equal(server.requests[0]?.path, '/v1/newaddress?type=WITNESS_PUBKEY_HASH');
});

it('lists channels that open or close', async () => {
  const entry = (outputIndex: number, flags = '') => ({
    channel: {
      remote_node_pub: PEER,
      channel_point: `${TXID}:${outputIndex}`,
      capacity: '100000',
      local_balance: '98781',
      remote_balance: '0',
      chan_status_flags: flags,
    },
  });
  const { node } = await answering({
    '/v1/channels/pending': [
      200,
      {
        total_limbo_balance: '0',
        pending_open_channels: [{ ...entry(0), confirmations_until_active: 3 }, entry(1)],
        pending_closing_channels: [],
        waiting_close_channels: [
          entry(2, 'ChanStatusCoopBroadcasted|ChanStatusLocalCloseInitiator'),
          entry(3, 'ChanStatusLocalDataLoss|ChanStatusRestored'),
          entry(4, 'ChanStatusCommitBroadcasted'),
        ],
        pending_force_closing_channels: [{ ...entry(5), closing_txid: TXID }],
      },
    ],
  });
  const channels = await node.pendingChannels();
  assert.deepEqual(channels[0], {
    state: 'opening',
    peerPubkey: PEER,
    channelPoint: { txid: TXID, outputIndex: 0 },
    capacitySat: 100_000n,
    localSat: 98_781n,
    blocksLeft: 3,
  });
  assert.deepEqual(
    channels.map(({ state, blocksLeft }) => [state, blocksLeft]),
    [
      ['opening', 3],
      ['opening', null],
      ['closing', null],
      ['force_closing', null],
      ['force_closing', null],
      ['force_closing', null],
    ],
  );
});

it('opens a channel: connects first, and reads the txid backwards', async () => {
  const { node, server } = await answering({
    '/v1/peers': [200, { status: 'connection initiated' }],
    '/v1/channels': [200, { funding_txid_bytes: TXID_BYTES, output_index: 0 }],
  });
  const begun = { kind: 'begun', channelPoint: { txid: TXID, outputIndex: 0 } };
  assert.deepEqual(await node.openChannel(ORDER), begun);
  assert.deepEqual(
    server.requests.map(({ path, body }) => [path, JSON.parse(body)]),
    [
      ['/v1/peers', { addr: { pubkey: PEER, host: ORDER.host }, perm: false, timeout: '15' }],
      [
        '/v1/channels',
        {
          node_pubkey: Buffer.from(PEER, 'hex').toString('base64'),
          local_funding_amount: '100000',
          sat_per_vbyte: '3',
        },
      ],
    ],
  );
  await node.openChannel({ ...ORDER, host: null, satPerVbyte: null });
  const [, , third] = server.requests;
  assert.equal(third?.path, '/v1/channels');
  assert(!third.body.includes('sat_per_vbyte'), 'LND chooses the fee');
});

it('opens a channel to a peer that is connected already, and waits for LND to welcome it', async () => {
  let orders = 0;
  const { node } = await against(async ({ path }, reply) => {
    if (path === '/v1/peers') {
      await reply.json(500, status(2, `already connected to peer: ${PEER}@127.0.0.1:9735`));
      return;
    }
    orders += 1;
    if (orders < 3) await reply.json(500, status(2, `peer ${PEER} is not online`));
    else await reply.json(200, { funding_txid_bytes: TXID_BYTES, output_index: 1 });
  });
  const { kind } = await node.openChannel(ORDER);
  assert.deepEqual([kind, orders], ['begun', 3]);
});

it('passes on why no channel is opened, in words', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['channel is too small, the minimum channel size is: 20000 SAT', /^channel is too small, the/],
    [
      'not enough witness outputs to create funding transaction, need 0.9 BTC only have 0.1 BTC ' +
        'available',
      /^the wallet of the node has 0\.1 BTC to spend, and 0\.9 BTC are needed$/,
    ],
    [
      `received funding error from ${PEER}: chan_id=06c455c355e4, err=chan size of 900 BTC exceeds ` +
        'maximum chan size of 10 BTC',
      /^the peer refused: chan size of 900 BTC exceeds maximum chan size of 10 BTC$/,
    ],
  ];
  for (const [said, explained] of cases) {
    const { node } = await answering({
      '/v1/peers': [200, { status: '' }],
      '/v1/channels': [500, status(2, said)],
    });
    const refused = await node.openChannel(ORDER);
    assert(refused.kind === 'refused');
    assert.match(refused.detail, explained);
  }
});

it('opens nothing to a peer that it cannot reach', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['dial tcp 127.0.0.1:1: connect: connection refused', 'connection refused'],
    ['lookup no.such.example on 10.0.0.53:53: no such host', 'there is no host no.such.example'],
    ['EOF', 'another node answers there, or none'],
  ];
  for (const [said, explained] of cases) {
    const { node, server } = await answering({ '/v1/peers': [500, status(2, said)] });
    const detail = `no connection to 127.0.0.1:9735: ${explained}`;
    assert.deepEqual(await node.openChannel(ORDER), { kind: 'refused', detail });
    assert.equal(server.requests.length, 1);
  }
});

it('asks nothing of LND for a fee that can only be a slip of the hand', async () => {
  const { node, server } = await answering({});
  const opening = await node.openChannel({ ...ORDER, satPerVbyte: 1001n });
  const closing = await node.closeChannel({ ...CLOSING, satPerVbyte: 1001n });
  assert.deepEqual([opening.kind, closing.kind], ['refused', 'refused']);
  assert.deepEqual(server.requests, []);
});

it('closes a channel: the first message of the stream tells the transaction', async () => {
  const { node, server } = await against(async (_request, reply) => {
    await reply.open(200);
    await reply.line({ result: { close_pending: { txid: TXID_BYTES, output_index: 0 } } });
    await reply.closed;
  });
  assert.deepEqual(await node.closeChannel(CLOSING), { kind: 'begun', closingTxid: TXID });
  const [asked] = server.requests;
  assert.deepEqual(
    [asked?.method, asked?.path],
    ['DELETE', `/v1/channels/${TXID}/0?sat_per_vbyte=2`],
  );
});

it('passes on why no channel is closed, in words', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['channel not found', /^the node has no such channel$/],
    [
      'unable to gracefully close channel while peer is offline (try force closing it instead): ' +
        'channel link not found',
      /^the peer is not connected, or the channel is not open yet or closes already/,
    ],
    [
      'cannot coop close channel with active htlcs (number of active htlcs: 2), bypass this check ' +
        'and initiate the coop close by setting no_wait=true',
      /^payments are on their way through this channel/,
    ],
  ];
  for (const [said, explained] of cases) {
    const { node } = await against((_request, reply) =>
      reply.json(500, { error: status(2, said) }),
    );
    const refused = await node.closeChannel(CLOSING);
    assert(refused.kind === 'refused');
    assert.match(refused.detail, explained);
  }
});

it('takes no answer, and one that is about the node, for a fault: it may have begun', async () => {
  const peers: Answer = [200, { status: '' }];
  const noRight: Answer = [500, status(2, 'permission denied')];
  const starting: Answer = [
    500,
    status(2, 'the RPC server is in the process of starting up, but not yet ready to accept calls'),
  ];
  for (const channels of [noRight, starting, [503, status(14, 'transport is closing')] as const]) {
    const { node } = await answering({ '/v1/peers': peers, '/v1/channels': channels });
    await assert.rejects(node.openChannel(ORDER), { name: 'NodeFault' });
  }
  const silent = await against(async ({ path }, reply) => {
    if (path === '/v1/peers') await reply.json(200, { status: '' });
    else await reply.closed;
  });
  await assert.rejects(silent.node.openChannel(ORDER), { name: 'NodeFault' });
  await assert.rejects(silent.node.closeChannel(CLOSING), { name: 'NodeFault' });
  const ended = await against(async (_request, reply) => {
    await reply.open(200);
    await reply.end();
  });
  await assert.rejects(ended.node.closeChannel(CLOSING), { name: 'NodeFault' });
});

const SNAPSHOT = {
  single_chan_backups: { chan_backups: [] },
  multi_chan_backup: {
    chan_points: [
      { funding_txid_bytes: TXID_BYTES, output_index: 0 },
      { funding_txid_bytes: 'duqyoHF4yXkFWvlDztbYc2r/c+Rh3c8VYzmDNzQ952s=', output_index: 2 },
    ],
    multi_chan_backup: 'YmFja3Vw',
  },
};
const POINTS = ['6be73d343783396315cfdd61e473ff6a73d8d6ce43f95a0579c97871a0b2ea76:2', `${TXID}:0`];

it('reads the channel backup, whatever order LND lists the channels in', async () => {
  const { node } = await answering({ '/v1/channels/backup': [200, SNAPSHOT] });
  const { channelPoints, bytes } = await node.channelBackup();
  assert.deepEqual(channelPoints, POINTS);
  assert.equal(Buffer.from(bytes).toString(), 'backup');
});

it('follows the channel backup until the signal, or until LND ends it', async () => {
  const { node } = await against(async (_request, reply) => {
    await reply.open(200);
    await reply.line({ result: SNAPSHOT });
    await reply.closed;
  });
  const end = new AbortController();
  for await (const { channelPoints } of node.channelBackups(end.signal)) {
    assert.deepEqual(channelPoints, POINTS);
    end.abort();
  }
  const ending = await against(async (_request, reply) => {
    await reply.open(200);
    await reply.line({ result: SNAPSHOT });
    await reply.end();
  });
  await assert.rejects(
    async () => {
      for await (const _ of ending.node.channelBackups(new AbortController().signal));
    },
    { name: 'NodeFault', message: 'LND ended the stream of channel backups' },
  );
});
