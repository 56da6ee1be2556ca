import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import { DAY_SEC } from '../../src/base/durations.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { later, NOW } from '../support/account-people.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('attempts', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  const attempts = () => createAttemptStore(opened.database);
  const newKey = () => systemRandom.bytes(32);
  const RATE = { burst: 3, everyMs: 10_000 };

  test('some at once, then one more each so often', async () => {
    const key = newKey();
    const take = (sec: number) => attempts().takeAttempts([{ key, rate: RATE }], later(sec));
    assert.deepEqual([await take(0), await take(0), await take(0)], [null, null, null]);
    assert.equal(await take(0), 10_000);
    assert.equal(await take(4), 6000, 'trying on does not make it longer');
    assert.deepEqual([await take(10), await take(10)], [null, 10_000]);
    assert.deepEqual([await take(60), await take(60), await take(60)], [null, null, null]);
    assert.equal(await take(60), 10_000);
  });

  test('many at once are no more than one after the other', async () => {
    const key = newKey();
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => attempts().takeAttempts([{ key, rate: RATE }], NOW)),
    );
    assert.equal(waits.filter((wait) => wait === null).length, 3);
  });

  test('keys are counted apart, and forgotten apart', async () => {
    const [one, other] = [newKey(), newKey()];
    for (const key of [one, one, one, other, other, other]) {
      assert.equal(await attempts().takeAttempts([{ key, rate: RATE }], NOW), null);
    }
    await attempts().forgetAttempts([one]);
    assert.equal(await attempts().takeAttempts([{ key: one, rate: RATE }], NOW), null);
    assert.notEqual(await attempts().takeAttempts([{ key: other, rate: RATE }], NOW), null);
  });

  test('what counts under several keys counts under none when one of them is full', async () => {
    const [narrow, wide] = [newKey(), newKey()];
    const counted = [
      { key: narrow, rate: RATE },
      { key: wide, rate: { burst: 2, everyMs: 30_000 } },
    ];
    const take = (sec: number) => attempts().takeAttempts(counted, later(sec));
    assert.deepEqual([await take(0), await take(0)], [null, null]);
    assert.equal(await take(0), 30_000);
    assert.equal(await take(10), 20_000);
    const alone = (sec: number) => attempts().takeAttempts(counted.slice(0, 1), later(sec));
    assert.deepEqual([await alone(0), await alone(0)], [null, 10_000], 'one was left');
  });

  test('what a clock that was far ahead has filled empties from now on', async () => {
    const [ahead, other] = [newKey(), newKey()];
    const take = (sec: number, keys: readonly Uint8Array[] = [ahead]) =>
      attempts().takeAttempts(
        keys.map((key) => ({ key, rate: RATE })),
        later(sec),
      );
    assert.equal(await take(365 * DAY_SEC), null);
    assert.equal(await take(0, [ahead, other]), 10_000, 'it counts as full');
    assert.equal(await take(0), 10_000);
    assert.deepEqual([await take(10), await take(10)], [null, 10_000]);
    assert.deepEqual([await take(60), await take(60), await take(60)], [null, null, null]);
  });

  test('clocks that differ a little empty no bucket', async () => {
    const key = newKey();
    const take = (sec: number) => attempts().takeAttempts([{ key, rate: RATE }], later(sec));
    assert.deepEqual([await take(60), await take(60), await take(60)], [null, null, null]);
    assert.equal(await take(0), 70_000);
    assert.equal(await take(60), 10_000);
  });

  test('I6 what counts no more is pruned', async () => {
    const past = new Date('2020-01-01T00:00:00Z');
    for (const key of [newKey(), newKey()])
      await attempts().takeAttempts([{ key, rate: RATE }], past);
    const soon = new Date(past.getTime() + RATE.everyMs);
    assert.equal(await attempts().pruneAttempts(past, 10), 0);
    assert.equal(await attempts().pruneAttempts(soon, 1), 1);
    assert.equal(await attempts().pruneAttempts(soon, 10), 1);
  });
});
