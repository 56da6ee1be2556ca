import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';

const LND = {
  SATCHEL_LIGHTNING: 'lnd',
  SATCHEL_LND_REST_URL: 'https://127.0.0.1:8080',
  SATCHEL_LND_MACAROON_FILE: '/etc/satchel/macaroon',
};

test('bitcoin addresses are on with play money, and off with an LND of the operator', () => {
  assert.deepEqual(readConfig({}).onchain, {
    confirmations: [
      { fromSat: 0n, confirmations: 3 },
      { fromSat: 10_000_000n, confirmations: 6 },
    ],
    minReceiveSat: 10_000n,
    minSendSat: 5000n,
    maxFeeRate: 200n,
    macaroonFile: null,
  });
  assert.equal(readConfig({ SATCHEL_ONCHAIN: 'off' }).onchain, null);
  assert.equal(readConfig(LND).onchain, null);
});

test('an LND of the operator needs a macaroon for them', () => {
  const on = { ...LND, SATCHEL_ONCHAIN: 'on' };
  assert.throws(() => readConfig(on), /SATCHEL_LND_ONCHAIN_MACAROON_FILE/);
  const macaroon = { SATCHEL_LND_ONCHAIN_MACAROON_FILE: '/etc/satchel/chain.macaroon' };
  assert.equal(
    readConfig({ ...on, ...macaroon }).onchain?.macaroonFile,
    '/etc/satchel/chain.macaroon',
  );
});

test('confirmations are a number, and more of them from an amount on', () => {
  const stepsOf = (text: string) =>
    readConfig({ SATCHEL_ONCHAIN_CONFIRMATIONS: text }).onchain?.confirmations;
  assert.deepEqual(stepsOf('1'), [{ fromSat: 0n, confirmations: 1 }]);
  assert.deepEqual(stepsOf('2,50000:3,1000000:12')?.slice(1), [
    { fromSat: 50_000n, confirmations: 3 },
    { fromSat: 1_000_000n, confirmations: 12 },
  ]);
  for (const wrong of ['0', '145', '3,', '3,6', '3,100:2', '3,100:4,50:5', 'three', '3, 100:4']) {
    assert.throws(() => stepsOf(wrong), /SATCHEL_ONCHAIN_CONFIRMATIONS/, wrong);
  }
});
