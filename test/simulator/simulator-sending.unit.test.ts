import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodePsbt } from '../../src/lightning/bitcoin/psbt.ts';
import {
  decodeTransaction,
  encodeTransaction,
  txidOf,
  virtualSize,
} from '../../src/lightning/bitcoin/transaction.ts';
import {
  base64,
  clockBetweenBlocks,
  type SimulatorHere,
  startSimulatorHere,
} from '../support/simulator-here.ts';

const refusal = (message: string) => ({ code: 2, message, details: [] });
const OWN_LOCK = base64('77'.repeat(32));
/** Spends an output that never was. */
const WITHOUT_PARENT = Buffer.from(
  encodeTransaction({
    version: 2,
    inputs: [
      { txid: 'ab'.repeat(32), index: 0, scriptSig: '', sequence: 0xffff_ffff, witness: ['00'] },
    ],
    outputs: [{ valueSat: 1000n, script: `0014${'11'.repeat(20)}` }],
    lockTime: 0,
  }),
).toString('base64');
const OTHER_LOCK = base64('78'.repeat(32));

/** Words and forms are those of LND 0.21.2-beta. */
describe('a simulated wallet that sends', () => {
  let here: SimulatorHere;
  let address = '';
  before(async () => {
    here = await startSimulatorHere({ clock: clockBetweenBlocks() });
    address = String((await here.call('bob', '/v1/newaddress?type=4')).json['address']);
  });
  after(() => here.close());

  const post = async (path: string, body: object) => (await here.call('satchel', path, body)).json;
  const fund = (outputs: object, body: object = {}) =>
    post('/v2/wallet/psbt/fund', {
      raw: { outputs },
      sat_per_vbyte: '5',
      min_confs: 1,
      spend_unconfirmed: false,
      change_type: 'CHANGE_ADDRESS_TYPE_P2TR',
      custom_lock_id: OWN_LOCK,
      lock_expiration_seconds: '86400',
      ...body,
    });
  const finalize = (funded_psbt: unknown) => post('/v2/wallet/psbt/finalize', { funded_psbt });
  const balance = async () => (await here.call('satchel', '/v1/balance/blockchain')).json;
  const leases = async () => {
    const list = (await post('/v2/wallet/utxos/leases', {}))['locked_utxos'];
    assert(Array.isArray(list));
    return list;
  };
  const rowOf = async (txid: string) =>
    (await here.call('satchel', `/v2/wallet/tx?txid=${txid}`)).json;

  it('funds, signs, publishes and confirms, with leases until the block', async () => {
    const funded = await fund({ [address]: '60000' });
    const psbt = decodePsbt(Buffer.from(String(funded['funded_psbt']), 'base64'));
    assert(psbt !== null);
    const { transaction, spentOutputs } = psbt;
    assert.deepEqual([transaction.version, transaction.lockTime], [2, 0]);
    assert.equal(transaction.inputs[0]?.sequence, 0xffff_ffff);
    const spentSat = spentOutputs[0]?.valueSat ?? 0n;
    const sentSat = transaction.outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    const feeSat = spentSat - sentSat;
    const change = transaction.outputs[Number(funded['change_output_index'])];
    assert.equal((change?.valueSat ?? 0n) + 60_000n + feeSat, spentSat);
    assert.match(change?.script ?? '', /^5120/);
    assert.deepEqual(funded['locked_utxos'], await leases());
    const [lease] = await leases();
    assert.deepEqual([lease.id, lease.value], [OWN_LOCK, String(spentSat)]);
    assert.deepEqual(
      [(await balance())['locked_balance'], (await balance())['total_balance']],
      ['50000000', '50000000'],
    );

    const signed = await finalize(funded['funded_psbt']);
    assert.deepEqual(await finalize(funded['funded_psbt']), signed, 'the same bytes again');
    const tx_hex = String(signed['raw_final_tx']);
    const content = decodeTransaction(Buffer.from(tx_hex, 'base64'));
    assert(content !== null);
    const txid = txidOf(content);
    assert.equal(txid, txidOf(transaction));
    assert.equal(feeSat, BigInt(5 * virtualSize(content)));
    assert.equal((await rowOf(txid))['code'], 2, 'signing tells no one');

    const published = await post('/v2/wallet/tx', { tx_hex, label: 'first' });
    assert.deepEqual(published, { publish_error: '' });
    await post('/v2/wallet/tx', { tx_hex, label: 'second' });
    const row = await rowOf(txid);
    assert.deepEqual([row['label'], row['num_confirmations']], ['second', 0]);
    assert.equal(row['amount'], String(-60_000n - feeSat));
    assert.equal(row['total_fees'], String(feeSat));
    assert.equal((await balance())['locked_balance'], '50000000', 'counted twice until the block');
    assert.equal((await balance())['unconfirmed_balance'], String(change?.valueSat));
    await here.control('/mine');
    assert.deepEqual(await leases(), []);
    assert.equal((await rowOf(txid))['num_confirmations'], 1);
    assert.deepEqual(await post('/v2/wallet/tx', { tx_hex, label: 'third' }), {
      publish_error: '',
    });
    const bob = (await here.call('bob', '/v1/balance/blockchain')).json;
    assert.equal(bob['confirmed_balance'], '100060000');
  });

  it('refuses in the words of LND, and then holds no lease', async () => {
    const could = (text: string) => refusal(`wallet couldn't fund PSBT: ${text}`);
    const foreign = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const cases: readonly (readonly [Promise<Record<string, unknown>>, object])[] = [
      [
        fund({ [address]: '60000000000' }),
        could('error creating funding TX: insufficient funds available to construct transaction'),
      ],
      [fund({ [address]: '329' }), could('transaction output is dust')],
      [fund({}), could('PSBT packet must contain at least one input or output')],
      [fund({ [foreign]: '1000' }), refusal('address is not for regtest')],
      [
        fund({ xyz: '1000' }),
        refusal(
          'error parsing address xyz for network regtest: decoded address is of unknown format',
        ),
      ],
      [
        fund({ [address]: '60000' }, { sat_per_vbyte: '0' }),
        refusal(
          'fee definition missing, need to specify either target_conf, sat_per_vbyte or sat_per_kw',
        ),
      ],
      [
        fund({ [address]: '60000' }, { custom_lock_id: 'AAAA' }),
        refusal('custom lock ID must be exactly 32 bytes'),
      ],
      [
        post('/v2/wallet/psbt/fund', { sat_per_vbyte: '5' }),
        refusal('transaction template missing, need to specify either PSBT or raw TX template'),
      ],
      [finalize('AAAA'), refusal('error parsing PSBT: unexpected EOF')],
      [finalize(''), refusal('error parsing PSBT: EOF')],
      [post('/v2/wallet/tx', {}), refusal('must provide a transaction to publish')],
      [post('/v2/wallet/tx', { tx_hex: 'AAAA' }), refusal('unexpected EOF')],
      [
        post('/v2/wallet/tx', { tx_hex: WITHOUT_PARENT }),
        refusal('transaction rejected: output already spent'),
      ],
    ];
    for (const [answer, expected] of cases) assert.deepEqual(await answer, expected);
    assert.deepEqual(await leases(), []);
  });

  it('funds nothing from a coin that is leased or unconfirmed', async () => {
    const first = await fund({ [address]: '49000000' });
    const second = await fund({ [address]: '49000000' });
    const third = await fund({ [address]: '49000000' });
    assert.match(String(third['message']), /insufficient funds available/);
    assert.equal((await leases()).length, 2);
    const { raw_final_tx } = await finalize(first['funded_psbt']);
    await post('/v2/wallet/tx', { tx_hex: raw_final_tx });
    const [lease] = lockedIn(second);
    await post('/v2/wallet/utxos/release', { id: OWN_LOCK, outpoint: lease.outpoint });
    const fourth = await fund({ [address]: '49000000' });
    assert.equal(lockedIn(fourth)[0].outpoint.txid_str, lease.outpoint.txid_str);
    const fifth = await fund({ [address]: '100000' });
    assert.match(String(fifth['message']), /insufficient funds/, 'the change is unconfirmed');
    await here.control('/mine');
    const sixth = await fund({ [address]: '100000' });
    assert(sixth['funded_psbt'] !== undefined);
    for (const answer of [fourth, sixth]) {
      for (const { outpoint } of lockedIn(answer)) {
        await post('/v2/wallet/utxos/release', { id: OWN_LOCK, outpoint });
      }
    }
  });

  it('publishes none of two that spend the same coin, whichever is mined', async () => {
    const first = await fund({ [address]: '100000' });
    const [{ outpoint }] = lockedIn(first);
    await post('/v2/wallet/utxos/release', { id: OWN_LOCK, outpoint });
    const second = await fund({ [address]: '200000' });
    const raw = async (answer: Record<string, unknown>) =>
      (await finalize(answer['funded_psbt']))['raw_final_tx'];
    const [one, other] = [await raw(first), await raw(second)];
    assert.deepEqual(await post('/v2/wallet/tx', { tx_hex: one }), { publish_error: '' });
    const spent = refusal('transaction rejected: output already spent');
    assert.deepEqual(await post('/v2/wallet/tx', { tx_hex: other }), spent);
    await here.control('/mine');
    assert.deepEqual(await post('/v2/wallet/tx', { tx_hex: other }), spent);
    const content = decodeTransaction(Buffer.from(String(other), 'base64'));
    assert(content !== null);
    assert.equal((await rowOf(txidOf(content)))['code'], 2, 'the wallet does not know it');
  });

  it('leases a coin for one holder, who may prolong it', async () => {
    const { utxos } = await post('/v2/wallet/utxos', {});
    assert(Array.isArray(utxos));
    const { txid_str, output_index } = utxos[0].outpoint;
    const outpoint = { txid_str, output_index };
    const lease = (id: string, seconds: string) =>
      post('/v2/wallet/utxos/lease', { id, outpoint, expiration_seconds: seconds });
    const release = (id: string) => post('/v2/wallet/utxos/release', { id, outpoint });
    const begun = Number((await lease(OWN_LOCK, '600'))['expiration']);
    assert(Number((await lease(OWN_LOCK, '86400'))['expiration']) >= begun + 85_000);
    assert.deepEqual(await lease(OTHER_LOCK, '600'), refusal('output already locked'));
    assert.deepEqual(await release(OTHER_LOCK), refusal('output unlock not alowed'));
    const released = { status: `output ${txid_str}:${output_index} released` };
    assert.deepEqual(await release(OWN_LOCK), released);
    assert.deepEqual(await release(OWN_LOCK), released);
    assert.deepEqual(
      await post('/v2/wallet/utxos/lease', {
        id: OWN_LOCK,
        outpoint: { txid_str: 'ab'.repeat(32), output_index: 0 },
      }),
      refusal('unknown output'),
    );
    assert.deepEqual(
      await post('/v2/wallet/utxos/lease', { id: OWN_LOCK }),
      refusal('empty outpoint provided'),
    );
    assert.deepEqual(
      await post('/v2/wallet/utxos/lease', { id: 'AAAA', outpoint }),
      refusal('id must be 32 random bytes'),
    );
  });

  it('raises the fee of an unconfirmed transaction by a child', async () => {
    const funded = await fund({ [address]: '70000' });
    const { raw_final_tx } = await finalize(funded['funded_psbt']);
    await post('/v2/wallet/tx', { tx_hex: raw_final_tx });
    const parent = decodeTransaction(Buffer.from(String(raw_final_tx), 'base64'));
    assert(parent !== null);
    const txid_str = txidOf(parent);
    const outpoint = { txid_str, output_index: funded['change_output_index'] };
    const bump = (order: object) =>
      post('/v2/wallet/bumpfee', {
        outpoint,
        sat_per_vbyte: '20',
        immediate: true,
        budget: '20000',
        ...order,
      });
    assert.deepEqual(await bump({}), {
      status: 'Successfully registered CPFP-tx with the sweeper',
    });
    const { transactions } = (await here.call('satchel', '/v1/transactions?start_height=99999999'))
      .json;
    assert(Array.isArray(transactions));
    const child = transactions.find(({ label }) => label === '0:sweep');
    assert.equal(child.previous_outpoints[0].outpoint, `${txid_str}:${outpoint.output_index}`);
    const childContent = decodeTransaction(Buffer.from(child.raw_tx_hex, 'hex'));
    assert(childContent !== null);
    const size = virtualSize(parent) + virtualSize(childContent);
    const fees = Number(child.total_fees) + Number((await rowOf(txid_str))['total_fees']);
    assert(Math.abs(fees / size - 20) < 0.1, `both together pay ${fees / size} sat/vB`);
    await here.control('/mine');
    assert.equal((await rowOf(child.tx_hash))['num_confirmations'], 1);
    assert.deepEqual(
      await bump({ outpoint: { txid_str: 'ab'.repeat(32), output_index: 0 } }),
      refusal('the passed output does not belong to the wallet'),
    );
    assert.deepEqual(
      await bump({ outpoint: { txid_str: child.tx_hash, output_index: 0 } }),
      refusal('unable to bump fee of a confirmed transaction'),
    );
  });

  function lockedIn(answer: Record<string, unknown>) {
    const locked = answer['locked_utxos'];
    assert(Array.isArray(locked), JSON.stringify(answer));
    return locked;
  }
});
