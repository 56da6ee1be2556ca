import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import postgres from 'postgres';
import { checkSecretKeys, withFingerprint } from '../../src/app/context/check-secret-key.ts';
import { ALWAYS_KEPT, deriveKey } from '../../src/authorization/derived-key.ts';
import { seal, unseal } from '../../src/authorization/sealed-box.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import type { SecretKey } from '../../src/secret-key/key-state.ts';
import { endOldKey, type RotateKeyDeps, rotateKey } from '../../src/secret-key/rotate-key.ts';
import type { SealedRowStore } from '../../src/secret-key/seal-again.ts';
import { secretKeyJobs } from '../../src/secret-key/secret-key.ts';
import { SEAL_AGAIN_JOB } from '../../src/secret-key/secret-key-store.ts';
import { createSealedRowStore } from '../../src/secret-key/sql/sealed-row-store.ts';
import { createSecretKeyStore } from '../../src/secret-key/sql/secret-key-store.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const NEVER = new AbortController().signal;
const keyOf = (byte: number): SecretKey => withFingerprint(new Uint8Array(32).fill(byte));
const [one, two, three] = [keyOf(1), keyOf(2), keyOf(3)];
const sealedRows = createSealedRowStore(database);
const secretKeys = createSecretKeyStore(database);
const processes = createProcessStore(database);
const MAILS = 450;

/** Mails stand for all columns here: they need no other rows. */
async function addMails(key: SecretKey, count: number): Promise<void> {
  const sealKey = deriveKey(key.bytes, 'mails in the outbox');
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID();
    const sealed = seal(sealKey, Buffer.from(`mail ${n}`), `mail ${id}`, random);
    await owner`
      insert into outbox (id, matter, sealed, created_at, dies_at)
      values (${id}, 'test', ${Buffer.from(sealed)}, now(), now() + interval '1 day')`;
  }
}

/** How many mails each key opens. */
async function opened(...keys: readonly SecretKey[]): Promise<readonly number[]> {
  const rows = await owner<{ id: string; sealed: Buffer }[]>`select id, sealed from outbox`;
  return keys.map((key) => {
    const sealKey = deriveKey(key.bytes, 'mails in the outbox');
    return rows.filter(({ id, sealed }) => unseal(sealKey, sealed, `mail ${id}`) !== null).length;
  });
}

const openPair = (current: SecretKey, old: SecretKey | null) =>
  checkSecretKeys(database, { current, old });

async function depsOf(
  current: SecretKey,
  old: SecretKey | null,
  more: Partial<RotateKeyDeps> = {},
): Promise<RotateKeyDeps> {
  const { keyPair, serviceKeys } = await openPair(current, old);
  return {
    secretKeys,
    sealedRows,
    keyPair,
    serviceKeys,
    random,
    proofPurposes: async () => ['proof of what is owed'],
    newKeyFile: null,
    tell: () => undefined,
    ...more,
  };
}

const rotate = async (current: SecretKey, old: SecretKey | null, more = {}) =>
  rotateKey(await depsOf(current, old, more), NEVER);
const endOld = async (current: SecretKey, old: SecretKey | null) =>
  endOldKey(await depsOf(current, old), NEVER);
const refusal = (message: RegExp) => ({ name: 'KeyRotationRefused', message });
const mismatch = (message: RegExp) => ({ name: 'SecretKeyMismatchError', message });

beforeEach(async () => {
  await owner`truncate outbox, kept_key, job, process, bound_secret_key cascade`;
  await openPair(one, null);
});

test('everything is sealed again, and then the old key ends', async () => {
  await addMails(one, MAILS);
  const told: string[] = [];
  const rotation = await rotate(two, one, { tell: (line: string) => told.push(line) });
  assert.deepEqual(rotation, {
    kind: 'rotated',
    sealedAgain: MAILS,
    asTheyWere: ALWAYS_KEPT.length + 1,
    unreadable: 0,
  });
  assert.match(told[0] ?? '', /^These keys stay as they are/, 'before anything else');
  assert.match(told.join('\n'), /zap receipts/);
  assert.match(told.join('\n'), /outbox: 450 rows/);
  assert.deepEqual(await opened(one, two), [0, MAILS]);

  await assert.rejects(openPair(two, null), mismatch(/set SATCHEL_SECRET_KEY_OLD to that key/));
  await assert.rejects(openPair(one, null), mismatch(/this secret key was replaced/));
  await assert.rejects(openPair(three, two), mismatch(/a third one must wait/));

  const again = await rotate(two, one);
  assert(again.kind === 'rotated' && again.sealedAgain === 0, 'it can be repeated');
  await endOld(two, one);
  await openPair(two, null);
  await openPair(two, one);
  await assert.rejects(endOld(two, one), refusal(/nothing is left to end/));
  await assert.rejects(rotate(two, one), refusal(/remove SATCHEL_SECRET_KEY_OLD/));
  await assert.rejects(openPair(one, null), mismatch(/does not fit the database/));
});

test('keys by which others know the service outlive two rotations', async () => {
  const keysNow = async (current: SecretKey, old: SecretKey | null) => {
    const { serviceKeys } = await openPair(current, old);
    return [...ALWAYS_KEPT, 'proof of what is owed' as const].map((purpose) =>
      Buffer.from(serviceKeys.keptKey(purpose)).toString('hex'),
    );
  };
  const first = await keysNow(one, null);
  assert.deepEqual(await keysNow(two, one), first);
  await rotate(two, one);
  assert.deepEqual(await keysNow(two, one), first);
  await endOld(two, one);
  assert.deepEqual(await keysNow(two, null), first);
  await rotate(three, two);
  await endOld(three, two);
  assert.deepEqual(await keysNow(three, null), first);
  const { serviceKeys } = await openPair(three, null);
  const next = deriveKey(three.bytes, 'proof of what is owed 2');
  assert.deepEqual(serviceKeys.keptKey('proof of what is owed 2'), next, 'the next one is new');
});

test('a death in the middle loses nothing, and the job goes on', async () => {
  await addMails(one, MAILS);
  let left = 250;
  const dying: SealedRowStore = {
    ...sealedRows,
    replace: (...input) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : sealedRows.replace(...input);
    },
  };
  await assert.rejects(rotate(two, one, { sealedRows: dying }), /killed/);
  assert.deepEqual(await opened(one, two), [200, 250]);
  const both = (await openPair(two, one)).serviceKeys.sealKey('mails in the outbox');
  const rows = await owner<{ id: string; sealed: Buffer }[]>`select id, sealed from outbox`;
  assert(rows.every(({ id, sealed }) => unseal(both, sealed, `mail ${id}`) !== null));
  const [job] = await owner`select kind from job`;
  assert.equal(job?.['kind'], SEAL_AGAIN_JOB, 'ordered together with the new key');
  const keyPair = { current: two, old: one };
  await secretKeyJobs({ sealedRows, random, keyPair })[SEAL_AGAIN_JOB]?.work({}, NEVER, 1n);
  assert.deepEqual(await opened(one, two), [0, MAILS]);
});

test('two at once seal each row once, and a row that changes meanwhile is kept', async () => {
  await addMails(one, MAILS);
  await rotate(two, one, {
    sealedRows: { ...sealedRows, listRows: async () => [] },
  });
  const counts = await Promise.all([rotate(two, one), rotate(two, one)]);
  const sums = counts.map((count) => (count.kind === 'rotated' ? count.sealedAgain : 0));
  assert.equal(
    sums.reduce((sum, count) => sum + count, 0),
    MAILS,
  );
  assert.deepEqual(await opened(one, two), [0, MAILS]);
  const [column] = (await import('../../src/secret-key/sealed-columns.ts')).SEALED_COLUMNS.filter(
    ({ table }) => table === 'outbox',
  );
  assert(column !== undefined);
  const [row] = await sealedRows.listRows(column, null, 1);
  assert(row !== undefined);
  const stale = { ...row, sealed: new Uint8Array(40) };
  assert.equal(await sealedRows.replace(column, stale, new Uint8Array(41)), false);
});

test('it begins and ends only when all living processes are ready', async () => {
  await processes.heartbeat('earlier', 'worker');
  await assert.rejects(rotate(two, one), refusal(/do not have both .*worker \(earlier\)/));
  const before = await openPair(one, null);
  await before.announce('earlier');
  await assert.rejects(rotate(two, one), refusal(/do not have both/));
  const both = await openPair(two, one);
  await both.announce('earlier');
  await addMails(both.inUse().sealing, 1);
  assert.deepEqual(await opened(one, two), [1, 0], 'others may not know the new key yet');
  await rotate(two, one);
  await assert.rejects(endOld(two, one), refusal(/still seal under the old .*earlier/));
  await both.announce('earlier');
  assert.equal(both.inUse().sealing, two, 'it follows the database');
  await addMails(one, 1);
  const found = await endOld(two, one);
  assert.equal(found.sealedAgain, 1, 'what was sealed late is found');
  await both.announce('earlier');
  assert.deepEqual(both.inUse().opening, [two], 'nothing is signed or opened with it any more');
});

test('forms and cookies of before stay valid until the old key ends', async () => {
  const before = (await openPair(two, one)).serviceKeys.sealKey('forms of users');
  assert.deepEqual(before.sealing(), deriveKey(one.bytes, 'forms of users'));
  await rotate(two, one);
  const meanwhile = (await openPair(two, one)).serviceKeys.sealKey('forms of users');
  assert.deepEqual(meanwhile.sealing(), deriveKey(two.bytes, 'forms of users'));
  assert.deepEqual(meanwhile.opening()[1], deriveKey(one.bytes, 'forms of users'));
  await endOld(two, one);
  const { serviceKeys } = await openPair(two, one);
  assert.equal(serviceKeys.sealKey('forms of users').opening().length, 1);
});

test('a database from before the rotation is rotated again with the same two keys', async () => {
  await addMails(one, 3);
  await rotate(two, one);
  await endOld(two, one);
  await owner`truncate outbox, kept_key, bound_secret_key`;
  await openPair(one, null);
  await addMails(one, 3);
  await assert.rejects(openPair(two, null), mismatch(/does not fit the database/));
  await rotate(two, one);
  await endOld(two, one);
  assert.deepEqual(await opened(one, two), [0, 3]);
});

test('what neither key opens is counted and left, and one key alone rotates nothing', async () => {
  await addMails(three, 2);
  const rotation = await rotate(two, one);
  assert(rotation.kind === 'rotated');
  assert.equal(rotation.unreadable, 2);
  assert.deepEqual(await opened(three), [2]);
  await endOld(two, one);
  await assert.rejects(rotate(two, null), refusal(/openssl rand -hex 32/));
  await assert.rejects(endOld(two, null), refusal(/nothing is left to end/));
  await assert.rejects(endOld(three, two), refusal(/run `satchel keys rotate` first/));
});
