import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiUser } from './api-user.ts';
import { field, listOf, textField } from './fields.ts';
import type { WalletApi } from './wallet-api.ts';

/** A list of settled movements, and a way to add another one. */
export interface HistoryUnderTest {
  readonly path: string;
  /** Adds a movement that the list shows. */
  readonly add: (user: ApiUser) => Promise<void>;
}

/**
 * Registers the tests that the three lists have in common. Several movements of one second get the
 * same time.
 */
export function testHistory(api: WalletApi, { path, add }: HistoryUnderTest): void {
  const list = async (user: ApiUser, query = ''): Promise<readonly unknown[]> => {
    const answer = await user.get(path + query);
    assert.equal(answer.status, 200, `${query}: ${answer.text}`);
    return listOf(answer.body);
  };
  const identifiers = async (user: ApiUser, query = ''): Promise<readonly string[]> =>
    (await list(user, query)).map((record) => textField(record, 'identifier'));

  async function userWithMovements(count: number): Promise<ApiUser> {
    const user = await api.addUser();
    for (let index = 0; index < count; index += 1) {
      await add(user);
      api.clock.move(2000);
    }
    return user;
  }

  test(`${path} of a new wallet is a bare empty list`, async () => {
    const user = await api.addUser();
    assert.equal((await user.get(path)).text, '[]');
  });

  test(`${path} shows the newest first, each with 33 fields in alphabetical order`, async () => {
    const user = await userWithMovements(3);
    const records = await list(user);
    assert.equal(records.length, 3);
    const times = records.map((record) => textField(record, 'created_at'));
    assert.deepEqual(times, times.toSorted().reverse());
    for (const record of records) {
      const names = Object.keys(record ?? {});
      assert.equal(names.length, 33);
      assert.deepEqual(names, names.toSorted());
      assert.equal(field(record, 'state'), 'SETTLED');
      assert.equal(field(record, 'settled'), true);
    }
  });

  test(`${path} comes in pages`, async () => {
    const user = await userWithMovements(5);
    const all = await identifiers(user);
    assert.deepEqual(await identifiers(user, '?items=2'), all.slice(0, 2));
    assert.deepEqual(await identifiers(user, '?items=2&page=1'), all.slice(0, 2));
    assert.deepEqual(await identifiers(user, '?items=2&page=3'), all.slice(4));
    assert.deepEqual(await identifiers(user, '?items=2&page=4'), []);
    assert.deepEqual(await identifiers(user, '?page=999999999999'), []);
    assert.deepEqual(await identifiers(user, '?items=1000'), all);
    assert.deepEqual(await identifiers(user, '?items=5000'), all);
  });

  test(`${path} filters by time and by identifier, with raw and encoded brackets`, async () => {
    const user = await userWithMovements(4);
    const records = await list(user);
    const all = records.map((record) => textField(record, 'identifier'));
    const middle = all[1];
    const time = field(records[1], 'creation_date');
    for (const [open, close] of [
      ['[', ']'],
      ['%5B', '%5D'],
    ]) {
      const q = (name: string, value: unknown): string => `q${open}${name}${close}=${value}`;
      assert.deepEqual(await identifiers(user, `?${q('created_at_lt', time)}`), all.slice(2));
      assert.equal((await identifiers(user, `?${q('created_at_gt', time)}`))[0], all[0]);
      assert.deepEqual(await identifiers(user, `?${q('since', middle)}`), all.slice(0, 1));
      assert.deepEqual(await identifiers(user, `?${q('before', middle)}`), all.slice(2));
      assert.deepEqual(
        await identifiers(user, `?${q('before', all[0])}&${q('since', all[3])}&items=1&page=2`),
        all.slice(2, 3),
      );
    }
  });

  test(`${path} can be followed in the order of settlement`, async () => {
    const user = await userWithMovements(3);
    const all = await identifiers(user);
    const since = await identifiers(user, `?q[settled_since]=${all[2]}`);
    assert.deepEqual(new Set(since), new Set(all.slice(0, 2)));
    assert.deepEqual(await identifiers(user, `?q[settled_since]=${all[0]}`), []);
  });

  test(`${path} takes noise for nothing`, async () => {
    const user = await userWithMovements(2);
    const all = await identifiers(user);
    for (const noise of [
      '?q=[object%20Object]',
      '?q%5Bsince%5D=&&',
      '?items=0&page=0',
      '?items=-1&page=-1',
      '?items=x&page=1.5',
      '?items=&page=',
      '?q[created_at_gt]=0&q[created_at_lt]=0',
      '?q[created_at_gt]=1700000000123/1000',
      '?created_at_gt=99999999999',
      '?unknown=1&q[unknown]=1&q[]=1',
      '?items=1&items=25',
      '?q[since]=0&q[before]=0',
    ]) {
      assert.deepEqual(await identifiers(user, noise), all, noise);
    }
  });

  test(`${path} refuses identifiers that are unknown or another user's`, async () => {
    const [user, other] = [await userWithMovements(1), await userWithMovements(1)];
    const [foreign] = await identifiers(other);
    for (const identifier of ['A'.repeat(24), foreign, 'short', '%00', "'--", 'a'.repeat(100)]) {
      for (const name of ['since', 'before', 'settled_since']) {
        const answer = await user.get(`${path}?q[${name}]=${identifier}`);
        assert.equal(answer.status, 400, `${name}=${identifier}`);
        assert.equal(field(answer.body, 'code'), 8);
      }
    }
  });

  test(`${path} refuses a time that cannot be meant, in place of an empty or a whole list`, async () => {
    const user = await userWithMovements(1);
    for (const time of ['1700000000000', 'yesterday', '26.11.2026', '2026-11-26', '-5']) {
      for (const name of ['q[created_at_gt]', 'q[created_at_lt]']) {
        for (const others of ['', '&items=1', '&items=1000&page=2']) {
          const answer = await user.get(`${path}?${name}=${time}${others}`);
          assert.equal(answer.status, 400, `${name}=${time}${others}`);
          assert.equal(field(answer.body, 'code'), 8);
          assert.match(textField(answer.body, 'message'), /created_at_.t.* in seconds since 1970/);
        }
      }
    }
  });

  test(`${path} shows no one what is another's`, async () => {
    await userWithMovements(1);
    assert.deepEqual(await list(await api.addUser()), []);
  });
}
