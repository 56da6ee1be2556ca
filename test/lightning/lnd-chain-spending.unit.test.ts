import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, it } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { encodePsbt } from '../../src/lightning/bitcoin/psbt.ts';
import { openLndChainSpending, SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { MACAROON, status } from '../support/lnd-messages.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

const TXID = '7a'.repeat(32);
const LOCK_ID = '0c'.repeat(32);
const ORDER = { address: 'bcrt1p', amountSat: sat(1000n), satPerKw: 500n, lockId: LOCK_ID };
const LEASE = {
  id: Buffer.from(LOCK_ID, 'hex').toString('base64'),
  outpoint: { txid_bytes: '', txid_str: TXID, output_index: 1 },
  expiration: '1795979738',
  pk_script: '',
  value: '5000',
};

/** Spends one coin of 5,000 sat: 1,000 to the order, 3,700 back, 300 for the fee. */
const psbtOf = (spentSat: bigint | null): string =>
  Buffer.from(
    encodePsbt({
      transaction: {
        version: 2,
        inputs: [{ txid: TXID, index: 1, scriptSig: '', sequence: 0xffff_ffff, witness: [] }],
        outputs: [
          { valueSat: 1000n, script: '51' },
          { valueSat: 3700n, script: '52' },
        ],
        lockTime: 0,
      },
      spentOutputs: [spentSat === null ? null : { valueSat: spentSat, script: '53' }],
      witnesses: [],
    }),
  ).toString('base64');

const FUNDED = { funded_psbt: psbtOf(5000n), change_output_index: 1, locked_utxos: [LEASE] };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});

async function answering(httpStatus: number, body: object) {
  const server = await startScriptedServer((_, reply) => reply.json(httpStatus, body));
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  const spending = openLndChainSpending({ ...access, clock: systemClock });
  opened.push(server, spending);
  return spending;
}

it('reads what a transaction spends and costs out of the transaction', async () => {
  const spending = await answering(200, FUNDED);
  assert.deepEqual(await spending.fund(ORDER), {
    ok: true,
    value: {
      psbt: FUNDED.funded_psbt,
      inputs: [{ txid: TXID, index: 1, amountSat: 5000n }],
      changeIndex: 1,
      feeSat: 300n,
    },
  });
  const unchanged = await answering(200, { ...FUNDED, change_output_index: -1 });
  const funded = await unchanged.fund(ORDER);
  assert(funded.ok);
  assert.equal(funded.value.changeIndex, null);
});

it('takes no funding that contradicts itself', async () => {
  const wrong: readonly object[] = [
    { ...FUNDED, funded_psbt: 'AAAA' },
    { ...FUNDED, funded_psbt: psbtOf(null) },
    { ...FUNDED, funded_psbt: psbtOf(4699n), locked_utxos: [{ ...LEASE, value: '4699' }] },
    { ...FUNDED, locked_utxos: [] },
    { ...FUNDED, locked_utxos: [{ ...LEASE, value: '5001' }] },
    {
      ...FUNDED,
      locked_utxos: [LEASE, { ...LEASE, outpoint: { ...LEASE.outpoint, output_index: 2 } }],
    },
    { ...FUNDED, change_output_index: 2 },
    { ...FUNDED, change_output_index: '1' },
    {},
  ];
  for (const body of wrong) {
    const spending = await answering(200, body);
    await assert.rejects(spending.fund(ORDER), NodeFault, JSON.stringify(body));
  }
});

it('does not take an unknown refusal for one of the order', async () => {
  for (const words of ['permission denied', 'wallet locked', 'custom lock ID must be 32 bytes']) {
    const spending = await answering(500, status(2, words));
    await assert.rejects(spending.fund(ORDER), NodeFault, words);
    await assert.rejects(spending.lease(LOCK_ID, { txid: TXID, index: 1 }), NodeFault);
    await assert.rejects(spending.release(LOCK_ID, { txid: TXID, index: 1 }), NodeFault);
  }
  const denied = await answering(500, status(2, 'permission denied'));
  await assert.rejects(denied.publish('00', ''), NodeFault);
  const refused = await answering(500, status(2, 'transaction rejected: output already spent'));
  assert.equal((await refused.publish('00', '')).kind, 'refused');
  const worded = await answering(200, { publish_error: 'dust' });
  assert.deepEqual(await worded.publish('00', ''), { kind: 'refused', detail: 'dust' });
});

it('is allowed by the macaroons of docs/onchain.md, and by no more than they need', () => {
  const text = readFileSync(new URL('../../docs/onchain.md', import.meta.url), 'utf8');
  const commands = [...text.matchAll(/lncli bakemacaroon(?:.*\\\n)+.*\n/g)].map(([command]) =>
    [...command.matchAll(/uri:(\S+)/g)].map(([, call]) => call).sort(),
  );
  assert.deepEqual(commands, [[...CHAIN_CALLS].sort(), [...CHAIN_CALLS, ...SPEND_CALLS].sort()]);
});
