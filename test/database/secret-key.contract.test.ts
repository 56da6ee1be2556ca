import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checkSecretKeys, withFingerprint } from '../../src/app/context/check-secret-key.ts';
import type { Database } from '../../src/database/db.ts';
import { bindSecretKey } from '../../src/database/sql/secret-key-store.ts';
import { testDatabase } from '../support/database.ts';

const checkSecretKey = (database: Database, key: Uint8Array) =>
  checkSecretKeys(database, { current: withFingerprint(key), old: null });
const keyOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

test('the first key stays, and every other is refused', async () => {
  const { database } = await testDatabase({ after });
  await checkSecretKey(database, keyOf(1));
  await checkSecretKey(database, keyOf(1));
  await assert.rejects(checkSecretKey(database, keyOf(2)), {
    name: 'SecretKeyMismatchError',
    message: /does not fit the database/,
  });
  await checkSecretKey(database, keyOf(1));
});

test('of many keys at once one is the first', async () => {
  const { database } = await testDatabase({ after });
  const keys = Array.from({ length: 16 }, (_, index) => keyOf(index));
  const answers = await Promise.all(keys.map((key) => bindSecretKey(database, key)));
  assert.equal(new Set(answers.map(String)).size, 1);
  const outcomes = await Promise.allSettled(keys.map((key) => checkSecretKey(database, key)));
  assert(
    outcomes.every(({ status }) => status === 'rejected'),
    'none has this fingerprint',
  );
});

test('of many processes that start at once with several keys, one key serves', async () => {
  const { database } = await testDatabase({ after });
  const keys = Array.from({ length: 16 }, (_, index) => keyOf(index % 4));
  const outcomes = await Promise.allSettled(keys.map((key) => checkSecretKey(database, key)));
  const served = keys.filter((_, index) => outcomes[index]?.status === 'fulfilled');
  assert.equal(served.length, 4);
  assert.equal(new Set(served.map(String)).size, 1);
});

test('the service never changes it', async () => {
  const { database } = await testDatabase({ after });
  const { sql } = database;
  await checkSecretKey(database, keyOf(1));
  for (const statement of [
    'update bound_secret_key set fingerprint = fingerprint',
    'delete from bound_secret_key',
  ]) {
    await assert.rejects(sql.unsafe(statement).execute(), { code: '42501' });
  }
});
