import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import type { OpenAlarmStore } from '../../src/alarms/open-alarm-store.ts';
import { createOpenAlarmStore } from '../../src/alarms/sql/open-alarm-store.ts';
import { testDatabase } from '../support/database.ts';
import { field, listOf, numberField } from '../support/fields.ts';
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

const AT_ONCE = 50;
const SAT = 100;
const LIMIT = 1500;

/** Two services on one database and one node. */
describe('limits on what leaves', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let first: RunningService;
  let second: RunningService;
  let ann: WalletUser;
  let openStore: OpenAlarmStore;

  before(async () => {
    const opened = await testDatabase({ after: (end) => cleanups.push(end) });
    openStore = createOpenAlarmStore(opened.database);
    const variables = {
      ...databaseVariables(opened),
      SATCHEL_SECRET_KEY: 'ab'.repeat(32),
      SATCHEL_OUTFLOW: 'enforce',
      SATCHEL_OUTFLOW_HOUR: String(LIMIT),
    };
    first = await startService(variables);
    cleanups.push(() => first.dispose());
    second = await startService({ ...variables, ...(await nodeOf(first)) });
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

  const external = async (amountSat = SAT): Promise<string> => {
    const made = await (await first.simulator()).invoice({ amountSat });
    assert(made.ok);
    return made.value.paymentRequest;
  };
  const payAt = async ({ baseUrl }: RunningService, invoice: string) => {
    const answer = await request(`${baseUrl}/payments/bolt11`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ invoice }),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  const isRefusedAt = async (service: RunningService, amountSat = SAT): Promise<void> => {
    const { status, body } = await payAt(service, await external(amountSat));
    assert.equal(status, 500);
    assert.match(textField(body, 'message'), /are stopped at the moment/);
  };
  const show = () => first.cli('outflow', 'show');
  const openAlarms = async () =>
    [...(await openStore.countOpenByKind(100)).keys()].filter((kind) => /^outflow_/.test(kind));

  test('payments at both at once never pass one, which a restart does not lift', async () => {
    const invoices: string[] = [];
    for (let made = 0; made < AT_ONCE; made += 1) invoices.push(await external());
    const before = await ann.balanceSat();
    assert.equal((await payAt(first, await external())).status, 200);
    // Payments that are only reserved when the limit is reached are not sent any more.
    const answers = await Promise.all(
      invoices.map((invoice, index) => payAt(index % 2 ? first : second, invoice)),
    );
    const paid = 1 + answers.filter(({ status }) => status === 200).length;
    const left = before - (await ann.balanceSat());
    assert(left >= paid * SAT && left <= LIMIT, `${left} sat`);
    assert.equal(numberField(await show(), 'sent_hour'), left);
    assert.match(textField(await show(), 'stopped'), /limit: hour/);
    const [sender, ...others] = listOf(field(await show(), 'senders'));
    assert.deepEqual(others, []);
    assert.deepEqual(
      [field(sender, 'user'), field(sender, 'sent'), field(sender, 'payments')],
      [ann.identifier, left, paid],
    );
    assert.match(textField(sender, 'since'), /^2/);
    const [sign, ...older] = listOf(field(sender, 'new'));
    assert.deepEqual([field(sign, 'kind'), field(sign, 'count'), older], ['token', 1, []]);
    await untilPasses(async () => assert.deepEqual(await openAlarms(), ['outflow_stopped']));
    await second.end('SIGKILL');
    await second.start();
    await isRefusedAt(second);
    await isRefusedAt(first);
  });

  test('a person lifts the stop with a reason, and lets more leave for an hour', async () => {
    await assert.rejects(first.cli('payments', 'allow'), /no operator has stopped/);
    await assert.rejects(first.cli('outflow', 'allow', '--reason', ' '), /say why/);
    await assert.rejects(
      first.cli('outflow', 'allow', '--reason', 'x', '--extra', '1.5'),
      /give whole sats/,
    );
    const answer = await first.cli('outflow', 'allow', '--reason', 'a payday', '--extra', '5000');
    assert.deepEqual([field(answer, 'stopped'), field(answer, 'beyond')], [null, 5000]);
    const [action] = listOf(await first.cli('actions'));
    assert.equal(field(action, 'kind'), 'outflow_allow');
    assert.deepEqual(field(action, 'detail'), { note: 'a payday', beyondSat: '5000' });
    for (let paid = 0; paid < 20; paid += 1) {
      await untilPasses(async () => {
        assert.equal((await payAt(second, await external())).status, 200);
      });
    }
    await untilPasses(async () => assert.deepEqual(await openAlarms(), []));
    await assert.rejects(first.cli('outflow', 'allow', '--reason', 'x'), /no limit has stopped/);
  });

  test('limits are chosen by command, and the lower one of the settings stays', async () => {
    await assert.rejects(first.cli('outflow', 'limit'), /name a limit/);
    await assert.rejects(first.cli('outflow', 'limit', '--hour', '0'), /give whole sats/);
    const tooMuch = ['outflow', 'limit', '--hour', '9'.repeat(16)] as const;
    await assert.rejects(first.cli(...tooMuch), /give whole sats/);
    const chosen = await first.cli('outflow', 'limit', '--hour', '9000', '--single', '5000');
    const limits = { hour: LIMIT, day: null, net_day: null, single: 5000, count_hour: null };
    assert.deepEqual(field(chosen, 'limits'), limits);
    const [action] = listOf(await first.cli('actions'));
    assert.deepEqual(field(action, 'detail'), { hourSat: '9000', singleSat: '5000' });
    await isRefusedAt(first, 5001);
    assert.match(textField(await show(), 'stopped'), /limit: single/);
    const none = await first.cli('outflow', 'limit', '--single', 'none');
    assert.deepEqual(field(none, 'limits'), { ...limits, single: null });
    assert.deepEqual(await first.cli('payments', 'pending'), []);
    assert.equal(field(await first.cli('books', 'check'), 'ok'), true);
  });
});
