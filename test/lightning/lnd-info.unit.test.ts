import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { ChannelNode } from '../../src/lightning/node-wallet.ts';
import { eventually } from '../support/eventually.ts';
import { closeLnds, lndAgainst, lndAt } from '../support/lnd-against-script.ts';
import { infoMessage, status } from '../support/lnd-messages.ts';
import type { Reply } from '../support/scripted-server.ts';

afterEach(closeLnds);

const PUBKEY = '02234fa0d807e8a3c592eb97558ed57cba598b0f2400e66d98dc3a2dbbc97afff7';

async function answering(answer: (reply: Reply) => Promise<void>): Promise<ChannelNode> {
  return (await lndAgainst((_request, reply) => answer(reply))).node;
}
const answeringJson = (httpStatus: number, body: object): Promise<ChannelNode> =>
  answering((reply) => reply.json(httpStatus, body));

it('tells who and where LND is', async () => {
  const node = await answeringJson(200, infoMessage());
  assert.deepEqual(await node.info(), {
    pubkey: PUBKEY,
    alias: 'alice',
    network: 'regtest',
    synced: true,
    blockHeight: 120,
    newestBlockAt: new Date('2026-11-28T16:07:21Z'),
    peersCount: 2,
    channelsCount: 2,
    version: '0.21.2-beta',
  });
  const behind = await answeringJson(200, infoMessage({ synced_to_chain: false }));
  assert.equal((await behind.info()).synced, false);
});

it('knows the networks, and refuses others', async () => {
  const networks = {
    mainnet: 'bitcoin',
    testnet: 'testnet',
    testnet4: 'testnet',
    signet: 'signet',
    regtest: 'regtest',
  };
  for (const [network, ours] of Object.entries(networks)) {
    const node = await answeringJson(200, infoMessage({ chains: [{ network }] }));
    assert.equal((await node.info()).network, ours);
  }
  for (const chains of [[{ network: 'simnet' }], []]) {
    const node = await answeringJson(200, infoMessage({ chains }));
    await assert.rejects(node.info(), { name: 'NodeFault' });
  }
});

it('does not take half an identity', async () => {
  for (const changes of [
    { identity_pubkey: '02ab' },
    { identity_pubkey: null },
    { synced_to_chain: 'true' },
    { block_height: '120' },
    { block_height: -1 },
    { block_height: 4_294_967_296 },
    { best_header_timestamp: 1_795_882_041 },
    { num_peers: '2' },
    { chains: 'regtest' },
    { version: 21 },
  ]) {
    const node = await answeringJson(200, infoMessage(changes));
    await assert.rejects(node.info(), { name: 'NodeFault' }, JSON.stringify(changes));
  }
});

it('reads balances beyond what a JSON number holds', async () => {
  const node = await answeringJson(200, {
    balance: '9007199254740',
    local_balance: { sat: '9007199254740', msat: '9007199254740993' },
    remote_balance: { sat: '2', msat: '2001' },
    unsettled_local_balance: { sat: '0', msat: '0' },
    pending_open_local_balance: { sat: '0', msat: '0' },
    unsettled_remote_balance: { sat: '7', msat: '7000' },
  });
  assert.deepEqual(await node.balances(), {
    localMsat: 9_007_199_254_740_993n,
    remoteMsat: 2001n,
    unsettledLocalMsat: 0n,
    openingLocalMsat: 0n,
  });
});

it('finds the alias of a node, or none', async () => {
  const known = await answeringJson(200, { node: { pub_key: PUBKEY, alias: 'carol ⚡' } });
  assert.equal(await known.nodeAlias(PUBKEY), 'carol ⚡');
  const unannounced = await answeringJson(200, { node: { pub_key: PUBKEY, alias: '' } });
  assert.equal(await unannounced.nodeAlias(PUBKEY), null);
  const unknown = await answeringJson(404, status(5, 'unable to find node'));
  assert.equal(await unknown.nodeAlias(PUBKEY), null);
  const gateway = await answeringJson(404, status(5, 'Not Found'));
  await assert.rejects(gateway.nodeAlias(PUBKEY), { name: 'NodeFault' });
});

it('names the refusal of a macaroon without showing it', async () => {
  const node = await answeringJson(500, status(2, 'verification failed: signature mismatch'));
  await assert.rejects(node.info(), {
    name: 'NodeFault',
    message: 'LND refused GetInfo: verification failed: signature mismatch (gRPC code 2)',
  });
});

it('keeps the path of the address, for an LND behind a proxy', async () => {
  const { server } = await lndAgainst((_request, reply) => reply.json(200, infoMessage()));
  for (const suffix of ['', '/', '/lnd', '/lnd/']) await lndAt(server.url + suffix).info();
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/v1/getinfo', '/v1/getinfo', '/lnd/v1/getinfo', '/lnd/v1/getinfo'],
  );
});

it('looks for aliases over a few connections of their own, and gives up by the signal', async () => {
  let isOpen = 0;
  let most = 0;
  let aborted = 0;
  const { node } = await lndAgainst(async (request, reply) => {
    if (!request.path.startsWith('/v1/graph/node/')) {
      await reply.json(200, infoMessage());
      return;
    }
    isOpen += 1;
    most = Math.max(most, isOpen);
    await reply.closed;
    isOpen -= 1;
    aborted += 1;
  });
  const enough = new AbortController();
  const looks = Array.from({ length: 100 }, (_, n) =>
    node.nodeAlias(`02${n.toString(16).padStart(64, '0')}`, enough.signal),
  );
  const ends = Promise.allSettled(looks);
  await eventually('some are being answered', () => (isOpen > 0 ? true : null));
  assert.equal((await node.info()).pubkey, PUBKEY, 'others are answered meanwhile');
  assert(most <= 4, `${most} at once`);
  enough.abort();
  assert((await ends).every(({ status }) => status === 'rejected'));
  await eventually('the calls were given up', () => (isOpen === 0 ? true : null));
  assert(aborted > 0 && aborted <= 4);
});
