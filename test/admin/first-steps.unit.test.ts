import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress, listOpenSteps } from '../../src/admin/first-steps.ts';
import { BACKUPS_ON_TIME } from '../support/test-operator.ts';

const READY = {
  hasPublicAddress: true,
  isPlayMoney: false,
  hasMail: true,
  hasRates: true,
  hasPeople: true,
  isNodeThere: true,
  isOutflowDecided: true,
  backups: BACKUPS_ON_TIME,
};

test('each step is what is so, not what someone ticked', () => {
  const open = (changes: Partial<typeof READY>) => listOpenSteps({ ...READY, ...changes });
  assert.deepEqual(open({}), []);
  assert.deepEqual(open({ hasPublicAddress: false }), ['address']);
  assert.deepEqual(open({ isPlayMoney: true }), ['node']);
  assert.deepEqual(open({ isOutflowDecided: false }), ['limits']);
  assert.deepEqual(open({ isOutflowDecided: false, isPlayMoney: true }), ['node'], 'play money');
  assert.deepEqual(open({ isNodeThere: false }), ['node']);
  assert.deepEqual(open({ hasMail: false }), ['mail']);
  assert.deepEqual(open({ hasPeople: false }), ['people']);
  assert.deepEqual(open({ backups: { ...BACKUPS_ON_TIME, everySec: null } }), ['backups']);
  const status = { ...BACKUPS_ON_TIME.status, newest: null };
  assert.deepEqual(open({ backups: { ...BACKUPS_ON_TIME, status } }), ['backups']);
});

test('a public address has a domain and https', () => {
  assert(isPublicAddress('https://wallet.example.com'));
  for (const url of [
    'http://wallet.example.com',
    'https://localhost:3000',
    'https://my.localhost',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'http://127.0.0.1:3000',
  ]) {
    assert(!isPublicAddress(url), url);
  }
});
