import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Agent } from 'undici';
import { encodeTransaction } from '../../src/lightning/bitcoin/transaction.ts';
import { ensureSimulatedNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../src/lightning/simulator-client/simulator-control.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { field, textField } from '../support/fields.ts';
import type { LndAccess } from '../support/lnd-peer.ts';
import { openRegtest } from './regtest.ts';

/** An answer of a node, without everything that differs between any two nodes. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

type Method = 'GET' | 'POST' | 'DELETE';

const TXID = 'ab'.repeat(32);
const LOCK_ID = Buffer.alloc(32, 7).toString('base64');
const SCRIPT = Buffer.alloc(34, 7).toString('base64');
/** A public key that belongs to no node, and an address that belongs to no one. */
const STRANGER = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const ADDRESS = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6';
const MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** A transaction that spends an output which never existed. */
const WITHOUT_PARENT = Buffer.from(
  encodeTransaction({
    version: 2,
    inputs: [{ txid: TXID, index: 0, scriptSig: '', sequence: 0xffff_ffff, witness: ['00'] }],
    outputs: [{ valueSat: 1000n, script: `0014${'11'.repeat(20)}` }],
    lockTime: 0,
  }),
).toString('base64');
const FUND = '/v2/wallet/psbt/fund';

const ON_CHAIN: readonly (readonly [method: Method, path: string, body?: object | string])[] = [
  ['GET', '/v1/balance/blockchain'],
  ['GET', '/v1/newaddress'],
  ['GET', '/v1/newaddress?type=4'],
  ['GET', '/v1/newaddress?type=UNUSED_TAPROOT_PUBKEY'],
  ['GET', '/v1/newaddress?type=9'],
  ['GET', '/v1/newaddress?type=x'],
  ['POST', '/v2/wallet/address/next', { type: 'TAPROOT_PUBKEY' }],
  ['POST', '/v2/wallet/address/next', { type: 4, account: 'x' }],
  ['POST', '/v2/wallet/address/next', { type: 'x' }],
  ['GET', '/v1/transactions?start_height=99999998&end_height=99999999'],
  ['GET', '/v1/transactions?start_height=x'],
  ['GET', '/v2/wallet/tx?txid=ab'],
  ['GET', `/v2/wallet/tx?txid=${TXID}`],
  ['POST', '/v2/wallet/utxos', {}],
  ['POST', '/v2/wallet/utxos', { min_confs: 3, max_confs: 1 }],
  ['POST', '/v2/wallet/utxos', { min_confs: 1 }],
  ['GET', '/v2/wallet/reserve'],
  ['GET', '/v2/wallet/estimatefee/3'],
  ['GET', '/v2/wallet/estimatefee/0'],
  ...[
    `AddrToAmount%5B${ADDRESS}%5D=60000&target_conf=6&min_confs=1`,
    `AddrToAmount%5B${ADDRESS}%5D=9000000000000&target_conf=6`,
    `AddrToAmount%5B${ADDRESS}%5D=100&target_conf=6`,
    `AddrToAmount%5B${MAINNET}%5D=60000&target_conf=6`,
    'AddrToAmount%5Bxyz%5D=60000&target_conf=6',
    `AddrToAmount%5B${ADDRESS}%5D=60000`,
    'target_conf=6',
    `AddrToAmount%5B${ADDRESS}%5D=60000&target_conf=6&min_confs=-1`,
    `AddrToAmount%5B${ADDRESS}%5D=60000&target_conf=6&min_confs=1&spend_unconfirmed=true`,
  ].map((query) => ['GET', `/v1/transactions/fee?${query}`] as const),
  ['GET', '/v2/chainkit/bestblock'],
  ['GET', '/v2/chainkit/blockhash?block_height=10'],
  ['GET', '/v2/chainkit/blockhash?block_height=99999999'],
  ['POST', '/v2/chainkit/blockhash', {}],
  ['GET', '/v1/channels/pending'],
  ['GET', '/v1/channels/backup'],
  ['POST', '/v1/peers', {}],
  ['POST', '/v1/peers', { addr: { pubkey: '02aa', host: '127.0.0.1:1' } }],
  ['POST', '/v1/peers', { addr: { pubkey: `02${'11'.repeat(32)}`, host: '127.0.0.1:1' } }],
  ['POST', '/v1/peers', { addr: { pubkey: STRANGER, host: '127.0.0.1:1' }, timeout: '5' }],
  ['POST', '/v1/channels', {}],
  ['POST', '/v1/channels', { node_pubkey_string: STRANGER, local_funding_amount: '1000' }],
  ['POST', '/v1/channels', { node_pubkey_string: STRANGER, local_funding_amount: '500000' }],
  [
    'POST',
    '/v1/channels',
    { node_pubkey_string: STRANGER, local_funding_amount: '500000', push_sat: '500000' },
  ],
  ['DELETE', `/v1/channels/${TXID}/0`],
  ['POST', '/v2/chainnotifier/register/confirmations', {}],
  ['POST', '/v2/chainnotifier/register/confirmations', { script: SCRIPT }],
  ['POST', '/v2/chainnotifier/register/confirmations', { script: SCRIPT, height_hint: 1 }],
  ['POST', '/v2/chainnotifier/register/spends', {}],
  ['POST', '/v2/chainnotifier/register/spends', { script: SCRIPT }],
  ['POST', FUND, { sat_per_vbyte: '5' }],
  ['POST', FUND, { raw: { outputs: { [ADDRESS]: '60000' } } }],
  ['POST', FUND, { raw: { outputs: { [ADDRESS]: '100' } }, sat_per_vbyte: '5' }],
  ['POST', FUND, { raw: { outputs: { [ADDRESS]: '9000000000000' } }, sat_per_vbyte: '5' }],
  ['POST', FUND, { raw: { outputs: {} }, sat_per_vbyte: '5' }],
  ['POST', FUND, { raw: { outputs: { xyz: '1000' } }, sat_per_vbyte: '5' }],
  ['POST', FUND, { raw: { outputs: { [MAINNET]: '1000' } }, sat_per_vbyte: '5' }],
  [
    'POST',
    FUND,
    { raw: { outputs: { [ADDRESS]: '1000' } }, sat_per_kw: '500', custom_lock_id: 'AA==' },
  ],
  [
    'POST',
    FUND,
    { raw: { outputs: { [ADDRESS]: '1000' } }, sat_per_kw: '500', custom_lock_id: LOCK_ID },
  ],
  ['POST', '/v2/wallet/utxos/leases', {}],
  ['POST', '/v2/wallet/psbt/finalize', {}],
  ['POST', '/v2/wallet/psbt/finalize', { funded_psbt: 'AAAA' }],
  ['POST', '/v2/wallet/tx', {}],
  ['POST', '/v2/wallet/tx', { tx_hex: 'AAAA' }],
  ['POST', '/v2/wallet/tx', { tx_hex: 'AAAA', label: 'x'.repeat(501) }],
  ['POST', '/v2/wallet/tx', { tx_hex: WITHOUT_PARENT }],
  ['POST', '/v2/wallet/utxos/lease', { id: 'AAAA' }],
  ['POST', '/v2/wallet/utxos/lease', { id: LOCK_ID }],
  [
    'POST',
    '/v2/wallet/utxos/lease',
    { id: LOCK_ID, outpoint: { txid_str: TXID, output_index: 0 } },
  ],
  ['POST', '/v2/wallet/utxos/release', { id: 'AAAA' }],
  [
    'POST',
    '/v2/wallet/utxos/release',
    { id: LOCK_ID, outpoint: { txid_str: TXID, output_index: 0 } },
  ],
  ['POST', '/v2/wallet/bumpfee', {}],
  [
    'POST',
    '/v2/wallet/bumpfee',
    { outpoint: { txid_str: TXID, output_index: 0 }, sat_per_vbyte: '9' },
  ],
  ...[
    '/walletrpc.WalletKit/FundPsbt',
    '/chainrpc.ChainKit/GetBlockHash',
    '/chainrpc.ChainNotifier/RegisterSpendNtfn',
    '/lnrpc.Lightning/OpenChannelSync',
    '/lnrpc.Lightning/EstimateFee',
    '/walletrpc.WalletKit/LeaseOutput',
    '/lnrpc.Lightning/SubscribeChannelBackups',
  ].map(
    (fullMethod) =>
      [
        'POST',
        '/v1/macaroon/checkpermissions',
        { fullMethod, checkDefaultPermsFromFullMethod: true },
      ] as const,
  ),
];

/** Calls of which only the form of the answer counts, and calls that are refused. */
const CALLS: readonly (readonly [method: Method, path: string, body?: object | string])[] = [
  ['GET', '/v1/getinfo'],
  ['GET', '/v1/balance/channels'],
  ['GET', '/v1/channels'],
  ['GET', '/v1/nothing'],
  ['POST', '/v1/getinfo', {}],
  ['POST', '/v1/invoices', { value_msat: '1500', memo: 'ä' }],
  ['POST', '/v1/invoices', { value_msat: '-1' }],
  ['POST', '/v1/invoices', { value: '1', value_msat: '1' }],
  ['POST', '/v1/invoices', { r_preimage: 'AAAA' }],
  ['POST', '/v1/invoices', { r_preimage: '??' }],
  ['POST', '/v1/invoices', { description_hash: 'AAAA' }],
  ['POST', '/v1/invoices', { expiry: '-5' }],
  ['POST', '/v1/invoices', { expiry: '99999999999' }],
  ['POST', '/v1/invoices', { memo: 'x'.repeat(1025) }],
  ['POST', '/v1/invoices', { nonsense: 1 }],
  ['POST', '/v1/invoices', '{'],
  ['GET', `/v1/invoice/${'ab'.repeat(32)}`],
  ['GET', '/v1/invoice/abcd'],
  ['GET', '/v1/invoice/zz'],
  ['GET', '/v1/htlc-resolution/1/0'],
  ['GET', '/v1/htlc-resolution/18446744073709551616/0'],
  ['GET', '/v1/htlc-resolution/1/x'],
  ['GET', '/v1/invoices?num_max_invoices=1&reversed=true'],
  ['GET', '/v1/invoices?num_max_invoices=x'],
  ['GET', '/v1/invoices?index_offset=999999999'],
  ['POST', '/v2/invoices/cancel', { payment_hash: Buffer.alloc(32, 7).toString('base64') }],
  ['POST', '/v2/invoices/cancel', { payment_hash: 'AAAA' }],
  ['DELETE', '/v1/invoices'],
  ['DELETE', '/v1/invoices?invoice_hash='],
  ['DELETE', '/v1/invoices?invoice_hash=abcd'],
  ['DELETE', `/v1/invoices?invoice_hash=${'ab'.repeat(31)}zz`],
  ['DELETE', `/v1/invoices?invoice_hash=${'ab'.repeat(32)}`],
  ['DELETE', `/v1/invoices?invoiceHash=${'ab'.repeat(32)}`],
  ['DELETE', '/v1/getinfo'],
  ['POST', '/v2/invoices/settle', { preimage: Buffer.alloc(32, 7).toString('base64') }],
  ['GET', '/v1/payments?include_incomplete=true&max_payments=1&reversed=true'],
  ['GET', '/v1/payments?index_offset=999999999'],
  ['GET', `/v2/router/track/${Buffer.alloc(32, 7).toString('base64url')}=`],
  ['GET', '/v2/router/track/AAAA'],
  ['POST', '/v2/router/send', {}],
  ['POST', '/v2/router/send', { payment_request: 'lnbcrt1', dest: 'AAAA' }],
  ['POST', '/v2/router/send', { dest: 'AAAA', amt_msat: '1' }],
  ['POST', '/v2/router/send', { timeout_seconds: -1 }],
  ['GET', `/v1/graph/node/02${'ab'.repeat(32)}`],
  ['GET', '/v1/graph/node/02'],
  ['POST', '/v1/macaroon/checkpermissions', { fullMethod: '/lnrpc.Lightning/GetInfo' }],
  [
    'POST',
    '/v1/macaroon/checkpermissions',
    { fullMethod: '/lnrpc.Lightning/No', checkDefaultPermsFromFullMethod: true },
  ],
  ...ON_CHAIN,
];

describe('the wire of LND and that of the simulated network', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let real: LndAccess;
  let simulated: LndAccess;
  let chains: readonly Chain[] = [];

  before(async () => {
    const regtest = await openRegtest();
    real = regtest.nodes.alice;
    const dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    const options = { dataDir, log: SILENT, clock: systemClock };
    const { description: network } = await ensureSimulatedNetwork(options);
    cleanups.push(async () => {
      await controlOf(network).shutdown();
      await rm(dataDir, { recursive: true });
    });
    const node = network.nodes.find(({ name }) => name === SERVICE_NODE);
    assert(node !== undefined);
    simulated = { restUrl: node.restUrl, macaroonHex: node.macaroonHex, tlsCaPem: null };
    const control = controlOf(network);
    const hub = network.nodes.find(({ name }) => name === 'hub-one');
    chains = [
      {
        access: real,
        peer: regtest.nodes.bob.pubkey,
        pay: (addr) =>
          ask(regtest.nodes.bob, 'POST', '/v1/transactions', { addr, amount: '50000' }),
        mine: (blocks) => regtest.run('mine', String(blocks)),
      },
      {
        access: simulated,
        peer: hub?.pubkey ?? '',
        pay: (address) => control.payOnChain({ address, amountSat: 50_000 }),
        mine: (blocks) => control.mine(blocks),
      },
    ];
    // Both nodes get something to show in their lists.
    for (const access of [real, simulated]) {
      await ask(access, 'POST', '/v1/invoices', {});
      const failing = { ...TO_NOBODY, payment_hash: randomBytes(32).toString('base64') };
      assert.equal((await ask(access, 'POST', '/v2/router/send', failing)).status, 200);
    }
  });
  after(async () => {
    for (const fn of cleanups) await fn();
  });

  for (const [method, path, body] of CALLS) {
    const shown = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 60)}`;
    test(`${method} ${path}${shown}`, async () => {
      const [wanted, is] = [
        await ask(real, method, path, body),
        await ask(simulated, method, path, body),
      ];
      assert.deepEqual(is, wanted);
    });
  }

  test('a payment that comes in, a channel that opens and closes, and a payment out', async () => {
    const told: unknown[] = [];
    for (const chain of chains) told.push(await playOnChain(chain));
    assert.deepEqual(told[1], told[0]);
  });

  test('a cancelled invoice is deleted, and no other', async () => {
    const preimage = randomBytes(32);
    const upper = hash('sha256', preimage).toUpperCase();
    const r_hash = hash('sha256', preimage, 'base64');
    const told: unknown[] = [];
    for (const access of [real, simulated]) {
      const remove = () => askExactly(access, 'DELETE', `/v1/invoices?invoice_hash=${upper}`);
      await ask(access, 'POST', '/v1/invoices', { r_preimage: preimage.toString('base64') });
      const open = await remove();
      await ask(access, 'POST', '/v2/invoices/cancel', { payment_hash: r_hash });
      const [cancelled, again] = [await remove(), await remove()];
      const lookedUp = await askExactly(access, 'GET', `/v1/invoice/${upper}`);
      told.push([open, cancelled, again, lookedUp]);
    }
    assert.deepEqual(told[1], told[0]);
    const refusal = (code: number, message: string) => ({ code, message, details: [] });
    const status = `canceled invoice deleted successfully: invoice hash ${upper.toLowerCase()}`;
    assert.deepEqual(told[0], [
      { status: 500, body: refusal(2, 'invoice not canceled') },
      { status: 200, body: { status } },
      { status: 500, body: refusal(2, 'unable to locate invoice') },
      { status: 404, body: refusal(5, 'unable to locate invoice') },
    ]);
  });

  test('a deleted invoice leaves a gap in the list, and its index is not used again', async () => {
    for (const access of [real, simulated]) {
      const added: AddedInvoice[] = [];
      for (let count = 0; count < 3; count += 1) added.push(await addInvoice(access));
      // The newest invoice is deleted as well, and its index stays unused on bbolt, which is LND's
      // default.
      for (const { r_hash } of added.slice(1)) {
        await ask(access, 'POST', '/v2/invoices/cancel', { payment_hash: r_hash });
        const hex = Buffer.from(r_hash, 'base64').toString('hex');
        await ask(access, 'DELETE', `/v1/invoices?invoice_hash=${hex}`);
      }
      const first = Number(added[0]?.add_index);
      const { add_index } = await addInvoice(access);
      assert.equal(Number(add_index), first + 3);
      const listAfter = async (offset: number) => {
        const path = `/v1/invoices?index_offset=${offset}&num_max_invoices=2`;
        const { body } = await askExactly(access, 'GET', path);
        const listed = field(body, 'invoices');
        assert(Array.isArray(listed));
        return [
          ...listed.map((invoice) => Number(textField(invoice, 'add_index'))),
          Number(textField(body, 'last_index_offset')),
        ];
      };
      assert.deepEqual(await listAfter(first - 1), [first, first + 3, first + 3]);
      assert.deepEqual(await listAfter(first + 1), [first + 3, first + 3], 'of a deleted one');
    }
  });
});

/** The node under test, and what happens around it. */
interface Chain {
  readonly access: LndAccess;
  /** The public key of a node that is connected to it. */
  readonly peer: string;
  pay(address: string): Promise<unknown>;
  mine(blocks: number): Promise<unknown>;
}

/** Plays a life on the chain, and returns the forms of all answers. */
async function playOnChain({ access, peer, pay, mine }: Chain): Promise<unknown> {
  const exactly = async (...call: CallOf) => (await askExactly(access, ...call)).body;
  const forms: unknown[] = [];
  const note = async (...call: CallOf) => forms.push(await ask(access, ...call));
  const untilFound = (what: string, path: string, isFound: (body: unknown) => boolean) =>
    eventually(what, async () => {
      const body = await exactly('GET', path);
      return isFound(body) ? body : null;
    });
  const leftPending = (list: string, count: number) =>
    untilFound(`${list} are ${count}`, '/v1/channels/pending', (body) => {
      const channels = field(body, list);
      return Array.isArray(channels) && channels.length === count;
    });

  const address = textField(await exactly('GET', '/v1/newaddress?type=4'), 'address');
  await pay(address);
  const waiting = '/v1/transactions?start_height=99999999&end_height=-1';
  const seen = await untilFound('it is seen', waiting, (body) => rowFor(body, address) !== null);
  const row = rowFor(seen, address);
  const txid = textField(row, 'tx_hash');
  const { block_height: hint } = fieldsOf(await exactly('GET', '/v1/getinfo'));
  const outputs = field(row, 'output_details');
  assert(Array.isArray(outputs));
  const ours = outputs.find((output) => output.is_our_address);
  const script = Buffer.from(textField(ours, 'pk_script'), 'hex').toString('base64');
  const txidBytes = Buffer.from(txid, 'hex').reverse().toString('base64');
  forms.push(formOf(row));
  await mine(1);
  await untilFound('it is mined', `/v2/wallet/tx?txid=${txid}`, (body) => {
    return field(body, 'num_confirmations') === 1;
  });
  await note('GET', `/v2/wallet/tx?txid=${txid}`);
  await note('POST', '/v2/wallet/utxos', {});
  const registration = { txid: txidBytes, script, num_confs: 1, height_hint: hint };
  const confirmed = '/v2/chainnotifier/register/confirmations';
  forms.push(formOf(await firstLine(access, 'POST', confirmed, registration)));

  const opened = await exactly('POST', '/v1/channels', {
    node_pubkey_string: peer,
    local_funding_amount: '500000',
    sat_per_vbyte: '3',
  });
  forms.push(formOf(opened));
  await note('GET', '/v1/channels/pending');
  await note('GET', '/v1/balance/channels');
  await note('GET', '/v1/balance/blockchain');
  await note('POST', '/v2/wallet/utxos/leases', {});
  await mine(6);
  await leftPending('pending_open_channels', 0);
  const fundingTxid = Buffer.from(textField(opened, 'funding_txid_bytes'), 'base64')
    .reverse()
    .toString('hex');
  const point = `${fundingTxid}/${field(opened, 'output_index')}`;
  await untilFound('the channel is active', '/v1/channels', (body) => {
    const channels = field(body, 'channels');
    assert(Array.isArray(channels));
    return channels.some((one) => one.active && String(one.channel_point).startsWith(fundingTxid));
  });
  forms.push(formOf(await firstLine(access, 'DELETE', `/v1/channels/${point}?sat_per_vbyte=3`)));
  await note('GET', '/v1/channels/pending');
  await mine(6);
  await leftPending('waiting_close_channels', 0);

  const funded = await exactly('POST', FUND, {
    raw: { outputs: { [ADDRESS]: '60000' } },
    sat_per_vbyte: '5',
    change_type: 'CHANGE_ADDRESS_TYPE_P2TR',
  });
  forms.push(formOf(funded));
  const { funded_psbt } = fieldsOf(funded);
  const leased = field(funded, 'locked_utxos');
  assert(Array.isArray(leased) && leased.length > 0);
  const { txid_str, output_index } = leased[0].outpoint;
  const outpoint = { txid_str, output_index };
  const renewed = { id: leased[0].id, outpoint, expiration_seconds: '1000' };
  const signed = await exactly('POST', '/v2/wallet/psbt/finalize', { funded_psbt });
  forms.push(formOf(signed));
  const { raw_final_tx: tx_hex } = fieldsOf(signed);
  for (const label of ['first', 'second']) await note('POST', '/v2/wallet/tx', { tx_hex, label });
  await note('POST', '/v2/wallet/utxos/lease', { ...renewed, id: LOCK_ID });
  await note('POST', '/v2/wallet/utxos/release', { id: LOCK_ID, outpoint });
  await mine(1);
  const { txid_str: spent } = outpoint;
  await eventually('its lease has ended', async () => {
    const rest = field(await exactly('POST', '/v2/wallet/utxos/leases', {}), 'locked_utxos');
    assert(Array.isArray(rest));
    return rest.every((one) => one.outpoint.txid_str !== spent) ? true : null;
  });
  await note('POST', '/v2/wallet/utxos/lease', { ...renewed, id: LOCK_ID });
  await note('POST', '/v2/wallet/utxos/release', { id: LOCK_ID, outpoint });
  await note('POST', '/v2/wallet/tx', { tx_hex });
  return forms;
}

type CallOf = [method: Method, path: string, body?: object];

/** The transaction in a list that pays an address. */
function rowFor(body: unknown, address: string): unknown {
  const rows = field(body, 'transactions');
  assert(Array.isArray(rows));
  return rows.find((row) => row.dest_addresses.includes(address)) ?? null;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The first message of a stream that stays open. */
async function firstLine(
  { restUrl, macaroonHex, tlsCaPem }: LndAccess,
  method: Method,
  path: string,
  body?: object,
): Promise<unknown> {
  const agent = new Agent(tlsCaPem === null ? {} : { connect: { ca: tlsCaPem } });
  const answer = await agent.request({
    origin: restUrl,
    path,
    method,
    headers: { 'grpc-metadata-macaroon': macaroonHex },
    body: body === undefined ? null : JSON.stringify(body),
  });
  let text = '';
  for await (const chunk of answer.body) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  await agent.destroy();
  return JSON.parse(text.split('\n')[0] ?? '');
}

interface AddedInvoice {
  readonly r_hash: string;
  readonly add_index: string;
}

async function addInvoice(access: LndAccess): Promise<AddedInvoice> {
  const { body } = await askExactly(access, 'POST', '/v1/invoices', {});
  return { r_hash: textField(body, 'r_hash'), add_index: textField(body, 'add_index') };
}

async function ask(...call: Parameters<typeof askExactly>): Promise<Reply> {
  const { status, body } = await askExactly(...call);
  return { status, body: status === 200 ? formOf(body) : body };
}

async function askExactly(
  { restUrl, macaroonHex, tlsCaPem }: LndAccess,
  method: Method,
  path: string,
  body?: object | string,
): Promise<Reply> {
  const agent = new Agent(tlsCaPem === null ? {} : { connect: { ca: tlsCaPem } });
  const answer = await agent.request({
    origin: restUrl,
    path,
    method,
    headers: { 'grpc-metadata-macaroon': macaroonHex },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  await agent.close();
  // Only the first message of a stream counts. Builds of protobuf differ in the kind of space that
  // they write.
  const [line = ''] = text.replaceAll('\u00a0', ' ').split('\n');
  const value: unknown = JSON.parse(line);
  return { status: answer.statusCode, body: value };
}

/** The form of a value: names and types, and of a list only its first element. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  const isMap = Object.keys(value).every((key) => /^\d+$/.test(key));
  if (isMap) return {};
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, formOf(part)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const TO_NOBODY = {
  dest: Buffer.from(
    `02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5`,
    'hex',
  ).toString('base64'),
  amt_msat: '1000',
  timeout_seconds: 5,
  no_inflight_updates: true,
  final_cltv_delta: 40,
};

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
