import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { MACAROON, status } from '../support/lnd-messages.ts';
import { type Script, startScriptedServer } from '../support/scripted-server.ts';

/** What LND 0.21.2 told of a deposit on regtest. */
const ROW = {
  tx_hash: 'fb66676efab5d71cb3a5aadd4748f7dbe12409d24bc63e4e94568a9dc95e1000',
  block_hash: '',
  block_height: 0,
  output_details: [
    { output_index: '1', address: 'bcrt1p3xu', amount: '50000', is_our_address: true },
    { output_index: '2', address: '', amount: '0', is_our_address: false },
  ],
  total_fees: '1500',
  raw_tx_hex:
    '010000000001016af3d3bebd0a6b27acca38170e3cc010b045e7021c0e0277ce12478decf793cf0000000000ffff' +
    'ffff02662d052a0100000022512070f110f43801735c3fcc80308b00324850c32965e42108b3ca882bfbf0921e3f' +
    '50c300000000000022512089b99091f762645a045e2ad6f020da77238024fd31855f89c0d3759cfd20def9024730' +
    '4402205984bf976a523664acdd62a103450c4f8838cdc4b7f0a2deeb525342586114ab022064edcb5d2274627861' +
    '77727e84cfebabd8207be5d0bb0cbfd57b01e07a8f534e012102df9c6943d9f4b6f53731c0be63ad5d52afbc556a' +
    'edae90c4a5c5f49b7f767f0200000000',
  label: '0:sweep',
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});

async function against(script: Script, clock: Clock = systemClock) {
  const server = await startScriptedServer(script);
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  const wallet = openLndChainWallet({ ...access, clock });
  opened.push(server, wallet);
  return { wallet, server };
}

const listing = async (...transactions: readonly object[]) => {
  const { wallet } = await against(({ path }, reply) =>
    reply.json(path.startsWith('/v1/transactions?') ? 200 : 404, { transactions }),
  );
  return wallet;
};

it('tells what a transaction pays, what it spends, and how it is labelled', async () => {
  const wallet = await listing(ROW);
  const [one] = await wallet.transactions({ from: 7, to: null });
  assert.deepEqual(one, {
    txid: ROW.tx_hash,
    block: null,
    inputs: [
      { txid: 'cf93f7ec8d4712ce77020e1c02e745b010c03c0e1738caac276b0abdbed3f36a', index: 0 },
    ],
    outputs: [
      { index: 1, address: 'bcrt1p3xu', amountSat: 50_000n, isOurs: true },
      { index: 2, address: null, amountSat: 0n, isOurs: false },
    ],
    feeSat: 1500n,
    raw: ROW.raw_tx_hex,
    label: '0:sweep',
  });
});

it('does not guess what a transaction spends that it cannot read', async () => {
  const wallet = await listing(ROW, { ...ROW, raw_tx_hex: ROW.raw_tx_hex.slice(0, -2) });
  await assert.rejects(wallet.transactions({ from: 7, to: null }), NodeFault);
});

it('asks for fewer blocks where an answer is longer than it reads', async () => {
  const placed = Array.from({ length: 16 }, (_, block_height) => ({
    ...ROW,
    ...{ block_height, block_hash: 'ab'.repeat(32) },
  }));
  const server = await startScriptedServer(({ path }, reply) => {
    if (path === '/v1/getinfo') {
      const tip = { block_height: 15, block_hash: 'ab'.repeat(32), synced_to_chain: true };
      return reply.json(200, tip);
    }
    const [, from = '', to = ''] = /start_height=(\d+)&end_height=(-?\d+)$/.exec(path) ?? [];
    const last = to === '-1' ? 15 : Number(to);
    const within = placed.filter(
      ({ block_height: height }) => height >= Number(from) && height <= last,
    );
    return reply.json(200, { transactions: [...within, ...(to === '-1' ? [ROW] : [])] });
  });
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  const limits = { maxAnswerBytes: 4 * JSON.stringify(ROW).length };
  const wallet = openLndChainWallet({ ...access, clock: systemClock, limits });
  opened.push(server, wallet);
  const listed = await wallet.transactions({ from: 1, to: null });
  assert.deepEqual(
    listed.map(({ block }) => block?.height ?? null),
    [...Array.from({ length: 15 }, (_, place) => place + 1), null],
  );
});

it('says so where not even one block, or what waits for one, can be read', async () => {
  const server = await startScriptedServer(({ path }, reply) => {
    const tip = { block_height: 15, block_hash: 'ab'.repeat(32), synced_to_chain: true };
    return reply.json(200, path === '/v1/getinfo' ? tip : { transactions: [ROW, ROW, ROW] });
  });
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  const limits = { maxAnswerBytes: 2 * JSON.stringify(ROW).length };
  const wallet = openLndChainWallet({ ...access, clock: systemClock, limits });
  opened.push(server, wallet);
  const tooLong = (message: RegExp) => (error: unknown) =>
    error instanceof NodeFault && message.test(error.message);
  await assert.rejects(wallet.transactions({ from: 3, to: 3 }), tooLong(/of block 3 is too long/));
  const waiting = /of block 15 and of what waits for a block is too long/;
  await assert.rejects(wallet.transactions({ from: 15, to: null }), tooLong(waiting));
});

/** What LND 0.21.3 told of an output, given a taproot script that is not that of the output. */
const SPEND = {
  spending_outpoint: { hash: '7yINStWblWxpZG8ITzbt2ACPS1biqDUM8Q4AqXHJ3Q0=', index: 0 },
  raw_spending_tx: '',
  spending_tx_hash: '28TV9JxdlQuyP1jENO4iw76dATpmsmAjILVY+XrFDKw=',
  spending_input_index: 0,
  spending_height: 120,
};
const OUTPOINT = {
  txid: '0dddc971a9000ef10c35a8e2564b8f00d8ed364f086f64696c959bd54a0d22ef',
  index: 0,
};

it('tells which transaction has spent an output', async () => {
  const { wallet, server } = await against(async (_request, reply) => {
    await reply.open(200);
    await reply.line({ result: { reorg: {} } });
    await reply.line({ result: { spend: SPEND } });
    await reply.closed;
  });
  assert.deepEqual(await wallet.spender(OUTPOINT, 0), {
    txid: 'ac0cc57af958b5202360b2663a019dbec322ee34c4583fb20b955d9cf4d5c4db',
    height: 120,
  });
  const [asked] = server.requests;
  const body: unknown = JSON.parse(asked?.body ?? '');
  assert.deepEqual(body, {
    outpoint: { hash: SPEND.spending_outpoint.hash, index: 0 },
    script: `USA${'A'.repeat(43)}==`,
    height_hint: 1,
  });
});

it('does not wait for an output that nothing has spent', async () => {
  const impatient = { ...systemClock, sleep: async () => undefined };
  const { wallet } = await against((_request, reply) => reply.closed, impatient);
  assert.equal(await wallet.spender(OUTPOINT, 100), null);
});

it('tells a refusal apart from an output that nothing has spent', async () => {
  const { wallet } = await against((_request, reply) =>
    reply.json(500, status(2, 'chain notifier RPC is still in the process of starting')),
  );
  await assert.rejects(wallet.spender(OUTPOINT, 100), NodeFault);
});
