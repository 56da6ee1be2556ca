import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { testDatabase } from '../support/database.ts';
import { field, listOf } from '../support/fields.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import {
  addWalletUser,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

/** Two services on one database and one node. */
describe('satchel lockdown', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let first: RunningService;
  let second: RunningService;
  let variables: Record<string, string>;
  let ann: WalletUser;

  before(async () => {
    const opened = await testDatabase({ after: (end) => cleanups.push(end) });
    variables = { ...databaseVariables(opened), SATCHEL_SECRET_KEY: 'ab'.repeat(32) };
    first = await startService(variables);
    cleanups.push(() => first.dispose());
    variables = { ...variables, ...(await nodeOf(first)) };
    second = await startService(variables);
    cleanups.push(async () => {
      await second.end('SIGTERM');
      await rm(second.dataDir, { recursive: true });
    });
    ann = await addWalletUser(first);
    await fund(first, ann, 100_000);
  });
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const payAt = async ({ baseUrl }: RunningService) => {
    const made = await (await first.simulator()).invoice({ amountSat: 100 });
    assert(made.ok);
    const answer = await request(`${baseUrl}/payments/bolt11`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ invoice: made.value.paymentRequest }),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  const outside = async ({ baseUrl }: RunningService): Promise<unknown> =>
    field(await (await request(`${baseUrl}/health`)).body.json(), 'outside_payments');
  const json = async (...args: readonly string[]): Promise<unknown> =>
    await first.cli('lockdown', ...args);

  test('holds all at both processes, through a restart, and lifts part by part', async () => {
    assert.equal(field(await json('show'), 'locked_down'), false);
    await assert.rejects(json('shwo'), 'a mistyped command locks nothing');
    assert.equal(field(await json('show'), 'locked_down'), false);
    const locked = await json('--reason', 'a stolen laptop');
    assert.deepEqual(listOf(field(locked, 'waits')), ['payments', 'apps', 'changes']);
    assert.equal(field(locked, 'reason'), 'a stolen laptop');
    assert.ok(Number(field(locked, 'tokens')) >= 1);
    for (const service of [first, second]) {
      assert.equal((await payAt(service)).status, 503);
      await untilPasses(async () => assert.equal(await outside(service), 'stopped'));
    }
    const [alarm] = listOf(await first.cli('alarms'));
    assert.equal(field(alarm, 'kind'), 'lockdown');
    await assert.rejects(
      first.cli('user', 'add', '--email', 'x@example.com', '--password', 'long enough'),
    );

    await second.end('SIGTERM');
    await rm(second.dataDir, { recursive: true });
    second = await startService(variables);
    assert.equal((await payAt(second)).status, 503);

    assert.deepEqual(listOf(field(await json('lift'), 'waits')).length, 3, 'it only shows');
    await assert.rejects(first.cli('lockdown', 'lift', 'everything'));
    assert.deepEqual(listOf(field(await json('lift', 'apps'), 'waits')), ['payments', 'changes']);
    const stopped = await payAt(second);
    assert.match(textField(stopped.body, 'message'), /are stopped at the moment/);
    assert.equal(await ann.balanceSat(), 100_000);
    assert.deepEqual(listOf(field(await json('lift', '--all'), 'waits')), []);
    await assert.rejects(first.cli('lockdown', 'lift', '--all'));
    for (const service of [first, second]) {
      await untilPasses(async () => assert.equal(await outside(service), 'on'));
      assert.equal((await payAt(service)).status, 200);
    }
    assert.equal(field(await json('show'), 'locked_down'), false);
    const kinds = listOf(await first.cli('actions')).map((one) => field(one, 'kind'));
    assert.deepEqual(kinds.slice(0, 3), ['lockdown_lift', 'lockdown_lift', 'lockdown']);
  });
});
