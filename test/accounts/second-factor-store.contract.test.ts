import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Passkey } from '../../src/accounts/passkey.ts';
import { createAccountStores } from '../../src/accounts/sql/account-stores.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { insertPerson, later, NOW } from '../support/account-people.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('second factors', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  const stores = () => createAccountStores(opened.database);
  const secret = () => systemRandom.bytes(48);
  const withApp = async (codeHashes: readonly Uint8Array[] = []) => {
    const { users, secondFactors } = stores();
    const { id: userId } = await insertPerson(users);
    const sealedSecret = secret();
    await secondFactors.draftAuthenticator(userId, sealedSecret, NOW);
    const confirmation = { userId, sealedSecret, step: 100n, at: NOW, codeHashes };
    assert.equal(await secondFactors.confirmAuthenticator(confirmation), true);
    return { userId, sealedSecret, secondFactors };
  };

  test('a draft can be made again, and is confirmed as it is', async () => {
    const { users, secondFactors } = stores();
    const { id: userId } = await insertPerson(users);
    const [first, second] = [secret(), secret()];
    assert.equal(await secondFactors.findAuthenticator(userId), null);
    assert.equal(await secondFactors.draftAuthenticator(userId, first, NOW), true);
    assert.equal(await secondFactors.draftAuthenticator(userId, second, NOW), true);
    const confirm = (sealedSecret: Uint8Array) =>
      secondFactors.confirmAuthenticator({
        userId,
        sealedSecret,
        step: 5n,
        at: later(1),
        codeHashes: [],
      });
    assert.equal(await confirm(first), false, 'an older draft');
    assert.equal(await secondFactors.takeStep(userId, 9n), false, 'not in force yet');
    assert.equal(await confirm(second), true);
    assert.equal(await confirm(second), false, 'confirmed before');
    const confirmed = { userId, sealedSecret: second, confirmedAt: later(1) };
    assert.deepEqual(await secondFactors.findAuthenticator(userId), confirmed);
    assert.equal(await secondFactors.draftAuthenticator(userId, secret(), NOW), false);
    assert.deepEqual(await secondFactors.findAuthenticator(userId), confirmed);
  });

  test('H5 a time step is taken once, however many want it, and none before it', async () => {
    const { userId, secondFactors } = await withApp();
    assert.equal(await secondFactors.takeStep(userId, 100n), false, 'that of the set-up');
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => secondFactors.takeStep(userId, 101n)),
    );
    assert.equal(taken.filter((isTaken) => isTaken).length, 1);
    assert.equal(await secondFactors.takeStep(userId, 99n), false);
    assert.equal(await secondFactors.takeStep(userId, 102n), true);
  });

  test('H6 a backup code is taken once, however many want it', async () => {
    const codes = [systemRandom.bytes(32), systemRandom.bytes(32)];
    const [code, other] = codes;
    assert(code && other);
    const { userId, secondFactors } = await withApp(codes);
    assert.equal(await secondFactors.countBackupCodes(userId), 2);
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => secondFactors.takeBackupCode(userId, code, NOW)),
    );
    assert.equal(taken.filter((isTaken) => isTaken).length, 1);
    assert.equal(await secondFactors.countBackupCodes(userId), 1);
    const stranger = await withApp();
    assert.equal(await secondFactors.takeBackupCode(stranger.userId, other, NOW), false);
    const renewed = systemRandom.bytes(32);
    await secondFactors.replaceBackupCodes(userId, [renewed]);
    assert.equal(await secondFactors.takeBackupCode(userId, other, NOW), false, 'an old one');
    assert.equal(await secondFactors.takeBackupCode(userId, renewed, NOW), true);
  });

  test('without its app a user has no codes', async () => {
    const { userId, secondFactors } = await withApp([systemRandom.bytes(32)]);
    assert.equal(await secondFactors.removeAuthenticator(userId), true);
    assert.equal(await secondFactors.removeAuthenticator(userId), false);
    assert.equal(await secondFactors.findAuthenticator(userId), null);
    assert.equal(await secondFactors.countBackupCodes(userId), 0);
    assert.equal(await secondFactors.takeStep(userId, 900n), false);
  });

  const newPasskey = (userId: string, fields: Partial<Passkey> = {}): Passkey => ({
    id: randomUUID(),
    userId,
    publicKey: systemRandom.bytes(77),
    signCount: 0,
    transports: ['internal', 'hybrid'],
    name: 'Phone',
    createdAt: NOW,
    lastUsedAt: null,
    ...fields,
  });

  test('a passkey is found as it was added, once', async () => {
    const { users, secondFactors } = stores();
    const [ada, bob] = [await insertPerson(users), await insertPerson(users)];
    const passkey = newPasskey(ada.id);
    assert.equal(await secondFactors.insertPasskey(passkey), true);
    assert.equal(await secondFactors.insertPasskey({ ...passkey, userId: bob.id }), false);
    assert.deepEqual(await secondFactors.findPasskey(passkey.id), passkey);
    assert.deepEqual(await secondFactors.listPasskeys(ada.id), [passkey]);
    assert.deepEqual(await secondFactors.listPasskeys(bob.id), []);
    assert.equal(await secondFactors.removePasskey(bob.id, passkey.id), false);
    assert.equal(await secondFactors.removePasskey(ada.id, passkey.id), true);
    assert.equal(await secondFactors.findPasskey(passkey.id), null);
  });

  test('H7 the count of a passkey grows, or stays 0', async () => {
    const { users, secondFactors } = stores();
    const { id } = await insertPerson(users);
    const [silent, counting] = [newPasskey(id), newPasskey(id, { signCount: 7 })];
    for (const passkey of [silent, counting]) await secondFactors.insertPasskey(passkey);
    assert.equal(await secondFactors.takeSignCount(silent.id, 0, later(1)), true);
    assert.equal(await secondFactors.takeSignCount(silent.id, 0, later(2)), true);
    assert.equal(await secondFactors.takeSignCount(counting.id, 7, NOW), false);
    assert.equal(await secondFactors.takeSignCount(counting.id, 0, NOW), false);
    const taken = await Promise.all(
      Array.from({ length: 6 }, () => secondFactors.takeSignCount(counting.id, 8, later(3))),
    );
    assert.equal(taken.filter((isTaken) => isTaken).length, 1);
    const used = { ...counting, signCount: 8, lastUsedAt: later(3) };
    assert.deepEqual(await secondFactors.findPasskey(counting.id), used);
  });
});
