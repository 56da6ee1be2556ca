import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import {
  base64,
  clockBetweenBlocks,
  objectIn,
  type SimulatorHere,
  startSimulatorHere,
} from '../support/simulator-here.ts';

describe('what goes wrong on chain', () => {
  let here: SimulatorHere;
  before(async () => {
    here = await startSimulatorHere({ clock: clockBetweenBlocks() });
  });
  after(() => here.close());

  const get = async (path: string) => (await here.call('satchel', path)).json;
  const pay = async (amountSat: number): Promise<string> => {
    const { address } = await get('/v1/newaddress?type=4');
    const order = { address, amount_sat: amountSat };
    return String((await here.control('/onchain/pay', order))['txid']);
  };
  const rows = async (query: string) => {
    const list = (await get(`/v1/transactions?${query}`))['transactions'];
    assert(Array.isArray(list));
    return list;
  };
  const height = async (): Promise<number> => Number((await get('/v1/getinfo'))['block_height']);
  const fund = async (amountSat: string, body: object = {}) => {
    const { address } = (await here.call('bob', '/v1/newaddress?type=4')).json;
    const raw = { outputs: { [String(address)]: amountSat } };
    const order = { raw, sat_per_vbyte: '5', change_type: 1, ...body };
    return (await here.call('satchel', '/v2/wallet/psbt/fund', order)).json;
  };
  const finalize = async (funded_psbt: unknown) =>
    (await here.call('satchel', '/v2/wallet/psbt/finalize', { funded_psbt })).json['raw_final_tx'];
  const txidIn = async (): Promise<string> => (await rows('start_height=99999999'))[0].tx_hash;

  it('keeps what the lowest of the lost blocks had, after a shallow reorganisation too', async () => {
    await here.control('/faults', { kind: 'keeps_orphans' });
    const txid = await pay(1000);
    await here.control('/mine');
    const { block_hash, block_height } = await get(`/v2/wallet/tx?txid=${txid}`);
    await here.control('/reorg', { depth: 1 });
    const row = await get(`/v2/wallet/tx?txid=${txid}`);
    assert.deepEqual([row['block_hash'], row['num_confirmations']], [block_hash, 2]);
    const { block_hash: real } = await get(`/v2/chainkit/blockhash?block_height=${block_height}`);
    assert.notEqual(
      Buffer.from(String(real), 'base64').reverse().toString('hex'),
      block_hash,
      'the chain has another block there',
    );
    await here.control('/mine');
    const both = (await rows('start_height=1')).filter(({ tx_hash }) => tx_hash === txid);
    assert.deepEqual(
      both.map((one) => one.num_confirmations),
      [1, 3],
    );
  });

  it('tells who registered, where the list tells no one', async () => {
    const txid = await pay(2000);
    const { output_details } = await get(`/v2/wallet/tx?txid=${txid}`);
    assert(Array.isArray(output_details));
    const stream = here.open('satchel', '/v2/chainnotifier/register/confirmations', {
      txid: Buffer.from(txid, 'hex').reverse().toString('base64'),
      script: base64(output_details[0].pk_script),
      num_confs: 1,
      height_hint: await height(),
    });
    await get('/v1/getinfo');
    await here.control('/mine', { blocks: 2 });
    await here.control('/reorg', { depth: 2 });
    await here.control('/mine');
    const told = await eventually('it is told three times', () =>
      stream.lines.length === 3 ? stream.lines.map((line) => objectIn(line, 'result')) : null,
    );
    assert.deepEqual(
      told.map((result) => Object.keys(result)),
      [['conf'], ['reorg'], ['conf']],
    );
    assert.notDeepEqual(told[0], told[2]);
  });

  it('loses a transaction that it said to have published', async () => {
    const { funded_psbt } = await fund('70000');
    const tx_hex = await finalize(funded_psbt);
    await here.control('/faults', { kind: 'publish_lost' });
    const answer = await here.call('satchel', '/v2/wallet/tx', { tx_hex });
    assert.deepEqual([answer.status, answer.json], [200, { publish_error: '' }]);
    const txid = await txidIn();
    await here.control('/mine', { blocks: 2 });
    assert.equal((await get(`/v2/wallet/tx?txid=${txid}`))['num_confirmations'], 0);
    await here.call('satchel', '/v2/wallet/tx', { tx_hex });
    await here.control('/mine');
    assert.equal((await get(`/v2/wallet/tx?txid=${txid}`))['num_confirmations'], 1);
  });

  it('publishes, and the answer is lost', async () => {
    const { funded_psbt } = await fund('80000');
    const tx_hex = await finalize(funded_psbt);
    await here.control('/faults', { kind: 'drop_recorded', calls: ['PublishTransaction'] });
    await assert.rejects(here.call('satchel', '/v2/wallet/tx', { tx_hex }));
    const txid = await txidIn();
    await here.control('/mine');
    assert.equal((await get(`/v2/wallet/tx?txid=${txid}`))['num_confirmations'], 1);
  });

  it('cannot list a block, nor any range that has it', async () => {
    const tip = await height();
    await here.control('/faults', { kind: 'missing_transaction', height: tip - 1 });
    const refused = await here.call('satchel', `/v1/transactions?start_height=${tip - 3}`);
    assert.equal(refused.status, 500);
    assert.match(refused.text, new RegExp(`missing transaction [0-9a-f]{64} for block ${tip - 1}`));
    const after = await here.call('satchel', `/v1/transactions?start_height=${tip}`);
    const below = await here.call('satchel', `/v1/transactions?end_height=${tip - 2}`);
    assert.deepEqual([after.status, below.status], [200, 200]);
    await here.clear('missing_transaction');
  });

  it('sees nothing of a payment before its block, as with neutrino', async () => {
    await here.control('/faults', { kind: 'no_mempool' });
    const before = (await get('/v1/balance/blockchain'))['unconfirmed_balance'];
    const txid = await pay(3000);
    assert.equal((await here.call('satchel', `/v2/wallet/tx?txid=${txid}`)).status, 500);
    assert.equal((await get('/v1/balance/blockchain'))['unconfirmed_balance'], before);
    await here.control('/mine');
    assert.equal((await get(`/v2/wallet/tx?txid=${txid}`))['num_confirmations'], 1);
    await here.clear('no_mempool');
  });

  it('keeps a payment in its list that was spent otherwise', async () => {
    const txid = await pay(4000);
    await here.control('/onchain/replace', { txid });
    await here.control('/mine', { blocks: 7 });
    const row = await get(`/v2/wallet/tx?txid=${txid}`);
    assert.deepEqual([row['num_confirmations'], row['amount']], [0, '4000']);
  });

  it('spends a coin that the chain has not', async () => {
    const txid = await pay(90_000_000);
    await here.control('/mine', { blocks: 2 });
    await here.control('/reorg', { depth: 2, replace: [txid] });
    const funded = await fund('85000000');
    const locked = funded['locked_utxos'];
    assert(Array.isArray(locked));
    assert.equal(locked[0].outpoint.txid_str, txid, 'the phantom is chosen');
    const tx_hex = await finalize(funded['funded_psbt']);
    const answer = await here.call('satchel', '/v2/wallet/tx', { tx_hex });
    assert.equal(answer.status, 200);
    const child = await txidIn();
    await here.control('/mine', { blocks: 5 });
    assert.equal((await get(`/v2/wallet/tx?txid=${child}`))['num_confirmations'], 0);

    await here.control('/faults', { kind: 'rescan' });
    assert.equal((await here.call('satchel', `/v2/wallet/tx?txid=${txid}`)).status, 500);
    const { json } = await here.call('satchel', '/v2/wallet/utxos', {});
    assert.doesNotMatch(JSON.stringify(json), new RegExp(txid), 'its coin is gone');
  });
});
