import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { request } from 'undici';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { listOf } from '../support/fields.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import { field, numberField, textField, untilPasses } from '../support/wallet-user.ts';

const run = promisify(execFile);
const CALLS_COUNT = 20;
const START_SAT = 10_000;
const EMAIL = 'ann@example.com';

/** Two services on one database and one node, as behind a load balancer. */
describe('two processes', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let first: RunningService;
  let second: RunningService;
  let token: string;

  before(async () => {
    const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    first = await startService(shared(opened));
    cleanups.push(() => first.dispose());
    second = await startService({ ...shared(opened), ...(await nodeOf(first)) });
    cleanups.push(async () => {
      await second.end('SIGTERM');
      await rm(second.dataDir, { recursive: true });
    });
    await first.cli('user', 'add', '--email', EMAIL, '--password', 'correct horse');
    const scopes = ALL_SCOPES.join(' ');
    const added = await first.cli('token', 'add', '--user', EMAIL, '--scopes', scopes);
    token = textField(added, 'token');
    const { body } = await post(first, '/invoices', { amount: START_SAT });
    const bolt11 = textField(body, 'payment_request');
    assert((await (await first.simulator()).pay({ bolt11 })).ok);
    await untilPasses(async () => assert.equal(await balanceAt(second), START_SAT));
  });
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  test('M33 one key at both at once stands for one call, over a crash too', async () => {
    const made = await (await first.simulator()).invoice({ amountSat: 1000 });
    assert(made.ok);
    const bill = { invoice: made.value.paymentRequest };
    const gift = { amount: 500, destination: await alice() };
    const calls = [
      { path: '/payments/bolt11', body: bill, other: { ...bill, amount: 1000 } },
      { path: '/payments/keysend', body: gift, other: { ...gift, amount: 8 } },
      { path: '/invoices', body: { amount: 7 }, other: { amount: 8 } },
    ];
    const answers = new Map<string, string>();
    for (const { path, body } of calls) {
      const hashes = await Promise.all(
        Array.from({ length: CALLS_COUNT }, async (_, index) => {
          const answer = await post(index % 2 ? first : second, path, body, { key: path });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          return textField(answer.body, 'payment_hash');
        }),
      );
      assert.equal(new Set(hashes).size, 1, path);
      answers.set(path, hashes[0] ?? '');
    }
    const spent = await balanceAt(first);
    assert(spent <= START_SAT - 1500 && spent >= START_SAT - 1500 - 2 * 10);

    await second.end('SIGKILL');
    await second.start();
    for (const { path, body, other } of calls) {
      const again = await post(second, path, body, { key: path });
      assert.equal(textField(again.body, 'payment_hash'), answers.get(path));
      assert.equal((await post(first, path, other, { key: path })).status, 422, path);
    }
    assert.equal(await balanceAt(second), spent);
    await checkBooks();
  });

  test('M01 M30 one wallet and one invoice at both at once', async () => {
    const before = await balanceAt(first);
    const made = await (await first.simulator()).invoice({ amountSat: 300 });
    assert(made.ok);
    const same = { invoice: made.value.paymentRequest };
    const answers = await Promise.all(
      Array.from({ length: CALLS_COUNT }, (_, index) =>
        post(index % 2 ? first : second, '/payments/bolt11', same),
      ),
    );
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
    const fee = numberField(answers[0]?.body, 'fee');
    assert.equal(await balanceAt(first), before - 300 - fee);
    await checkBooks();
  });

  test('M72 50 payments at both at once never exceed the budget of their token', async () => {
    const scopes = ['--scopes', 'payments:send'];
    const budget = ['--budget', '1000', '--budget-interval', 'ever'];
    const added = await first.cli('token', 'add', '--user', EMAIL, ...scopes, ...budget);
    const [bearer, id] = [textField(added, 'token'), textField(added, 'id')];
    const used = async () => {
      const tokens = listOf(await second.cli('token', 'list', '--user', EMAIL));
      const own = tokens.find((one) => field(one, 'id') === id);
      return numberField(field(own, 'budget'), 'used');
    };
    const payAll = async (calls: readonly (readonly [string, object])[]) => {
      const answers = await Promise.all(
        calls.map(([path, body], index) =>
          post(index % 2 ? first : second, path, body, { bearer }),
        ),
      );
      for (const { status, body } of answers) {
        assert(status === 200 || /^over budget: /.test(textField(body, 'message')));
      }
      return answers.filter(({ status }) => status === 200).length;
    };
    const before = await balanceAt(first);
    const toAlice = { amount: 20, destination: await alice() };
    const paid = await payAll(Array(50).fill(['/payments/keysend', toAlice]));
    const spent = before - (await balanceAt(first));
    assert(paid > 0 && spent <= 1000 && spent === (await used()), `${spent} sat of 1000`);

    await first.cli('token', 'set-budget', id, '--budget', String(spent + 505));
    const account = await (
      await request(`${first.baseUrl}/user/value4value`, { headers: authorization() })
    ).body.json();
    const toHimself = {
      amount: 20,
      destination: textField(account, 'keysend_pubkey'),
      customRecords: { 696969: textField(account, 'keysend_custom_value') },
    };
    assert.equal(await payAll(Array(50).fill(['/payments/keysend', toHimself])), 25);
    assert.equal(await used(), spent + 500);
    await checkBooks();
  });

  const alice = async (): Promise<string> => {
    const nodes = await (await first.simulator()).nodes();
    assert(nodes.ok);
    return nodes.value.find(({ name }) => name === 'alice')?.pubkey ?? '';
  };

  test('a third with another secret key does not start', async () => {
    const program = new URL('../../bin/satchel.js', import.meta.url).pathname;
    const env = { ...second.env, SATCHEL_SECRET_KEY: 'cd'.repeat(32), SATCHEL_PORT: '0' };
    const starting = run(process.execPath, [program, 'start'], { env, cwd: second.dataDir });
    await assert.rejects(starting, (error: object) => {
      assert.match(textField(error, 'stderr'), /the secret key does not fit the database/);
      return true;
    });
    assert.equal(await balanceAt(second), await balanceAt(first));
  });

  const checkBooks = async (): Promise<void> => {
    assert.equal(field(await first.cli('books', 'check'), 'ok'), true);
    assert.deepEqual(await first.cli('payments', 'pending'), []);
  };

  const balanceAt = async ({ baseUrl }: RunningService): Promise<number> => {
    const answer = await request(`${baseUrl}/balance`, { headers: authorization() });
    return numberField(await answer.body.json(), 'balance');
  };

  const authorization = (bearer = token) => ({ authorization: `Bearer ${bearer}` });

  const post = async ({ baseUrl }: RunningService, path: string, body: object, by: Sent = {}) => {
    const answer = await request(baseUrl + path, {
      method: 'POST',
      headers: {
        ...authorization(by.bearer),
        'content-type': 'application/json',
        ...(by.key === undefined ? {} : { 'idempotency-key': by.key }),
      },
      body: JSON.stringify(body),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
});

interface Sent {
  readonly key?: string;
  readonly bearer?: string;
}

const shared = (database: TestDatabase) => ({
  ...databaseVariables(database),
  SATCHEL_SECRET_KEY: 'ab'.repeat(32),
});
