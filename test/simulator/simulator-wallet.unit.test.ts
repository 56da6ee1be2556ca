import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeTransaction, txidOf } from '../../src/lightning/bitcoin/transaction.ts';
import { eventually } from '../support/eventually.ts';
import {
  base64,
  clockBetweenBlocks,
  objectIn,
  type SimulatorHere,
  type SimulatorHereOptions,
  startSimulatorHere,
} from '../support/simulator-here.ts';
import { newFolder } from '../support/simulator-process.ts';

const refusal = (code: number, message: string) => ({ code, message, details: [] });

describe('the wallet of a simulated node after a restart', () => {
  it('has what it had, also what waits and what is leased', async () => {
    const folder = newFolder();
    const options = { dir: folder.dir, clock: clockBetweenBlocks() };
    const look = async (here: SimulatorHere) => [
      (await here.call('satchel', '/v1/transactions')).json,
      (await here.call('satchel', '/v1/balance/blockchain')).json,
      (await here.call('satchel', '/v2/wallet/utxos/leases', {})).json,
      (await here.call('satchel', '/v2/chainkit/bestblock')).json,
    ];
    const seen = await within(options, async (here) => {
      const { address } = (await here.call('satchel', '/v1/newaddress?type=4')).json;
      await here.control('/onchain/pay', { address, amount_sat: 5000 });
      await here.control('/mine', { blocks: 2 });
      await here.control('/reorg', { depth: 2 });
      await here.control('/onchain/pay', { address, amount_sat: 6000 });
      await here.call('satchel', '/v2/wallet/psbt/fund', {
        raw: { outputs: { [String(address)]: '1000' } },
        sat_per_vbyte: '5',
      });
      return await look(here);
    });
    await within(options, async (here) => {
      assert.deepEqual(await look(here), seen);
      await here.control('/mine');
      const { transactions } = (await here.call('satchel', '/v1/transactions')).json;
      assert(Array.isArray(transactions));
      assert.deepEqual(
        transactions.slice(0, 3).map(({ num_confirmations }) => num_confirmations),
        [1, 1, 4],
      );
    });
    folder.remove();
  });
});

async function within<T>(
  options: SimulatorHereOptions,
  work: (here: SimulatorHere) => Promise<T>,
): Promise<T> {
  const here = await startSimulatorHere(options);
  try {
    return await work(here);
  } finally {
    await here.close();
  }
}

/** Words and forms are those of LND 0.21.2-beta. */
describe('the wallet of a simulated node', () => {
  let here: SimulatorHere;
  before(async () => {
    here = await startSimulatorHere({ clock: clockBetweenBlocks() });
  });
  after(() => here.close());

  const get = async (path: string, node = 'satchel') => (await here.call(node, path)).json;
  const newAddress = async (): Promise<string> =>
    String((await get('/v1/newaddress?type=4'))['address']);
  const pay = async (address: string, amountSat: number, outputs = 1): Promise<string> => {
    const order = { address, amount_sat: amountSat, outputs };
    return String((await here.control('/onchain/pay', order))['txid']);
  };
  const rows = async (query: string) => {
    const list = (await get(`/v1/transactions?${query}`))['transactions'];
    assert(Array.isArray(list));
    return list;
  };
  const height = async (): Promise<number> => Number((await get('/v1/getinfo'))['block_height']);

  it('holds play coins from the start', async () => {
    assert.deepEqual(await get('/v1/balance/blockchain', 'alice'), {
      total_balance: '100000000',
      confirmed_balance: '100000000',
      unconfirmed_balance: '0',
      locked_balance: '0',
      reserved_balance_anchor_chan: '20000',
      account_balance: {
        default: { confirmed_balance: '100000000', unconfirmed_balance: '0' },
      },
    });
    assert.deepEqual(await get('/v2/wallet/reserve?additional_public_channels=1', 'alice'), {
      required_reserve: '30000',
    });
  });

  it('makes addresses of both kinds, always new ones unless asked for an unused one', async () => {
    assert.match(await newAddress(), /^bcrt1p[a-z0-9]{58}$/);
    const plain = String((await get('/v1/newaddress'))['address']);
    assert.match(plain, /^bcrt1q[a-z0-9]{38}$/);
    const next = await here.call('satchel', '/v2/wallet/address/next', { type: 'TAPROOT_PUBKEY' });
    assert.match(String(next.json['addr']), /^bcrt1p/);
    const unused = await get('/v1/newaddress?type=UNUSED_TAPROOT_PUBKEY');
    assert.equal(unused['address'], next.json['addr']);
    await pay(String(unused['address']), 1000);
    assert.notEqual((await get('/v1/newaddress?type=5'))['address'], unused['address']);
    assert.deepEqual(
      await get('/v1/newaddress?type=9'),
      refusal(3, 'parsing field "type": "9" is not a valid value'),
    );
    assert.deepEqual(
      (await here.call('satchel', '/v2/wallet/address/next', { account: 'x' })).json,
      refusal(2, "account name 'x' not found"),
    );
    await here.control('/mine');
  });

  it('shows a payment while it waits, and in its block', async () => {
    const address = await newAddress();
    const followed = here.open('satchel', '/v1/transactions/subscribe');
    await here.call('satchel', '/v1/getinfo');
    const txid = await pay(address, 12_345, 2);
    const [seen] = await rows('start_height=999999&end_height=-1');
    assert.equal(seen.tx_hash, txid);
    assert.deepEqual([seen.amount, seen.num_confirmations], ['24690', 0]);
    assert.deepEqual([seen.block_hash, seen.block_height, seen.total_fees], ['', 0, '0']);
    assert.deepEqual(seen.output_details[1], {
      output_type: 'SCRIPT_TYPE_WITNESS_V1_TAPROOT',
      address,
      pk_script: seen.output_details[0].pk_script,
      output_index: '1',
      amount: '12345',
      is_our_address: true,
    });
    assert.equal(seen.output_details[2].is_our_address, false);
    const content = decodeTransaction(Buffer.from(seen.raw_tx_hex, 'hex'));
    assert(content !== null);
    assert.equal(txidOf(content), txid);

    await here.control('/mine', { blocks: 2 });
    const mined = await get(`/v2/wallet/tx?txid=${txid}`);
    const at = (await height()) - 1;
    assert.deepEqual([mined['num_confirmations'], mined['block_height']], [2, at]);
    const { block_hash } = await get(`/v2/chainkit/blockhash?block_height=${at}`);
    const bytes = Buffer.from(String(mined['block_hash']), 'hex').reverse();
    assert.equal(block_hash, bytes.toString('base64'));
    const told = await eventually('both are told', () =>
      followed.lines.length === 2 ? followed.lines : null,
    );
    assert.deepEqual(
      told.map((line) => objectIn(line, 'result')['num_confirmations']),
      [0, 1],
    );
  });

  it('lists by heights, and pages from the oldest', async () => {
    const address = await newAddress();
    const start = (await height()) + 1;
    const txids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      txids.push(await pay(address, 1000 + n));
      await here.control('/mine');
    }
    txids.push(await pay(address, 2000));
    const [first, second, third, waiting] = txids;
    const listed = async (query: string) => (await rows(query)).map(({ tx_hash }) => tx_hash);
    const newestFirst = [waiting, third, second, first];
    assert.deepEqual(await listed(`start_height=${start}&end_height=-1`), newestFirst);
    assert.deepEqual(await listed(`start_height=${start}`), newestFirst);
    assert.deepEqual(await listed(`start_height=${start}&end_height=${start + 1}`), [
      second,
      first,
    ]);
    assert.deepEqual(await listed(`start_height=${start + 1}&end_height=${start}`), [
      second,
      first,
    ]);
    const page = (offset: number) =>
      listed(`start_height=${start}&index_offset=${offset}&max_transactions=2`);
    assert.deepEqual(await page(0), [second, first]);
    assert.deepEqual(await page(2), [waiting, third]);
    assert.deepEqual(await page(4), []);
    await here.control('/mine');
  });

  it('knows only its own transactions', async () => {
    const txid = 'ab'.repeat(32);
    assert.deepEqual(
      await get(`/v2/wallet/tx?txid=${txid}`),
      refusal(2, `can not find transaction: txid ${txid}`),
    );
    const paid = await pay(await newAddress(), 1000);
    assert.equal((await here.call('bob', `/v2/wallet/tx?txid=${paid}`)).status, 500);
    await here.control('/mine');
  });

  it('lists its coins by their confirmations', async () => {
    const txid = await pay(await newAddress(), 4321);
    const coins = async (body: object) => {
      const { utxos } = (await here.call('satchel', '/v2/wallet/utxos', body)).json;
      assert(Array.isArray(utxos));
      return utxos.filter((coin) => coin.outpoint.txid_str === txid);
    };
    const [coin] = await coins({ unconfirmed_only: true });
    assert.deepEqual([coin.amount_sat, coin.confirmations], ['4321', '0']);
    assert.equal(coin.outpoint.txid_bytes, Buffer.from(txid, 'hex').reverse().toString('base64'));
    assert.deepEqual(await coins({ min_confs: 1, max_confs: 9999 }), []);
    await here.control('/mine');
    assert.equal((await coins({ min_confs: 1, max_confs: 9999 }))[0].confirmations, '1');
    assert.deepEqual(await coins({ min_confs: 2, max_confs: 9999 }), []);
    assert.equal((await coins({ min_confs: 1 })).length, 1, 'without an upper bound');
    assert.deepEqual(
      (await here.call('satchel', '/v2/wallet/utxos', { min_confs: 3, max_confs: 1 })).json,
      refusal(2, 'max confirmations must be >= min confirmations'),
    );
  });

  it('tells what a transaction costs by how soon it is to be mined', async () => {
    const rate = async (target: number) =>
      Number((await get(`/v2/wallet/estimatefee/${target}`))['sat_per_kw']);
    assert((await rate(1)) > (await rate(6)));
    assert((await rate(6)) > (await rate(144)));
    assert.deepEqual(
      await get('/v2/wallet/estimatefee/0'),
      refusal(2, 'confirmation target must be greater than 0'),
    );
    assert.deepEqual(
      await get('/v2/chainkit/blockhash?block_height=99999999'),
      refusal(2, '-1: Block number out of range'),
    );
  });

  it('tells when a transaction is deep enough, and which one spends an output', async () => {
    const address = await newAddress();
    const txid = await pay(address, 5000);
    const { output_details, previous_outpoints } = await get(`/v2/wallet/tx?txid=${txid}`);
    assert(Array.isArray(output_details) && Array.isArray(previous_outpoints));
    const script = base64(output_details[0].pk_script);
    const height_hint = await height();
    const leTxid = Buffer.from(txid, 'hex').reverse().toString('base64');
    const order = { txid: leTxid, script, height_hint };
    const path = '/v2/chainnotifier/register/confirmations';
    const shallow = here.open('satchel', path, { ...order, num_confs: 1 });
    const deep = here.open('satchel', path, { ...order, num_confs: 2 });
    const [parent, index] = previous_outpoints[0].outpoint.split(':');
    const spend = here.open('satchel', '/v2/chainnotifier/register/spends', {
      outpoint: { hash: Buffer.from(parent, 'hex').reverse().toString('base64'), index },
      script,
      height_hint,
    });
    await here.call('satchel', '/v1/getinfo');
    await here.control('/mine');
    const first = await eventually('it is confirmed', () => shallow.lines[0] ?? null);
    const conf = objectIn(objectIn(first, 'result'), 'conf');
    assert.deepEqual([conf['block_height'], conf['tx_index']], [height_hint + 1, 1]);
    assert.equal(deep.lines.length, 0);
    const spent = await eventually('it is spent', () => spend.lines[0] ?? null);
    const told = objectIn(objectIn(spent, 'result'), 'spend');
    assert.deepEqual(
      [told['spending_tx_hash'], told['spending_height'], told['spending_input_index']],
      [leTxid, height_hint + 1, 0],
    );
    await here.control('/mine');
    await eventually('it is deep', () => deep.lines[0] ?? null);

    const late = here.open('satchel', path, { ...order, num_confs: 1, height_hint: 99_999_999 });
    await here.control('/mine');
    assert.equal(late.lines.length, 0, 'a hint above its block never finds it');
    for (const [body, words] of [
      [{}, 'an output script must be provided'],
      [{ script, num_confs: 1 }, 'a height hint greater than 0 must be provided'],
      [{ script, height_hint: 1 }, 'number of confirmations must be between 1 and 144'],
    ] as const) {
      const { json } = await here.call('satchel', path, body);
      assert.deepEqual(json, { error: refusal(2, words) });
    }
  });
});
