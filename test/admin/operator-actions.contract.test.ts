import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { requestBooksCheck } from '../../src/admin/request-books-check.ts';
import {
  type ActionOrder,
  newAction,
  runAudited,
  THE_COMMAND_LINE,
} from '../../src/alarms/audited-action.ts';
import { DONE, NoAdminError } from '../../src/alarms/operator-log/operator-action.ts';
import { createOperatorActionStore } from '../../src/alarms/operator-log/sql/action-store.ts';
import { createAlarmListStore, createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import { msat } from '../../src/base/amount.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import {
  createOperatorStopStore,
  createPaymentStopStore,
} from '../../src/node/sql/payment-stop-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { insertPerson } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const users = createUserStore(database);
const actions = createOperatorActionStore(database);
const alarms = createAlarmStore(database);
const alarmList = createAlarmListStore(database);
const jobs = createJobStore(database);
const stops = createPaymentStopStore(database);
const operatorStops = createOperatorStopStore(database);
const admin = await insertPerson(users, { isAdmin: true });
const log = createListeningLog();

const by = (adminId: string | null, order: ActionOrder) =>
  newAction({ clock, random }, { adminId }, order);
const STOP: ActionOrder = { kind: 'outside_stop', subject: '' };
const query = { kind: null, who: null, after: null, limit: 100 };
const all = () => actions.list(query);

describe('the log', () => {
  test('only grows, and an end that is written stays', async () => {
    const action = by(admin.id, { kind: 'payment_resolve', subject: 'p', detail: { note: 'x' } });
    await actions.begin(action);
    assert.equal((await all())[0]?.end, null, 'begun, and no end: as after a death');
    await actions.end(action.id, { result: 'done', outcome: { state: 'settled' } });
    await actions.end(action.id, { result: 'failed', outcome: {} });
    const [written] = await all();
    assert.deepEqual(
      [written?.end?.result, written?.end?.outcome, written?.detail, written?.admin?.accountName],
      ['done', { state: 'settled' }, { note: 'x' }, admin.email],
    );
    for (const statement of [
      'delete from operator_action',
      'truncate operator_action',
      `update operator_action set result = 'failed'`,
    ]) {
      await assert.rejects(owner.unsafe(statement).execute(), statement);
    }
    await assert.rejects(
      database.query((sql) => sql`update operator_action set subject = 'q'`),
      { code: '42501' },
    );
    assert.equal((await all()).length, 1);
  });

  test('knows commands and closed accounts', async () => {
    await actions.begin(by(null, { kind: 'job_retry', subject: '1' }));
    const [newest] = await actions.list({ ...query, who: 'command' });
    assert.deepEqual([newest?.kind, newest?.admin], ['job_retry', null]);
    const found = await actions.list({ ...query, who: admin.identifier, kind: 'payment_resolve' });
    assert.equal(found.length, 1);
    assert.deepEqual(await actions.list({ ...query, who: 'nobody' }), []);
    const [one] = await actions.list({ ...query, limit: 1 });
    const rest = await actions.list({ ...query, after: one?.id ?? '' });
    assert(rest.every(({ id }) => id !== one?.id) && rest.length === (await all()).length - 1);
  });
});

describe('an action and its effect', () => {
  test('are one transaction: without effect nothing is logged', async () => {
    const before = await all();
    assert.equal(
      await jobs.retryParked(999n, by(admin.id, { kind: 'job_retry', subject: '999' })),
      false,
    );
    assert.deepEqual(await all(), before);
  });

  test('are one transaction: what cannot be logged is not done', async () => {
    const action = by(admin.id, STOP);
    await actions.begin(action);
    await assert.rejects(operatorStops.stop('twice the same id', action));
    assert.deepEqual(await stops.listStops(), []);
  });

  test('are refused to an admin who was switched off meanwhile', async () => {
    const former = await insertPerson(users, { isAdmin: true });
    await users.updateUser(
      former.id,
      { disabledAt: clock.now() },
      by(admin.id, {
        kind: 'user_disable',
        subject: former.id,
      }),
    );
    const before = await all();
    const user = await insertPerson(users);
    const limits = createUserLimitStore(database, NO_LIMITS);
    const order = (kind: ActionOrder['kind']) => by(former.id, { kind, subject: user.id });
    for (const work of [
      () => operatorStops.stop('x', order('outside_stop')),
      () => users.updateUser(user.id, { disabledAt: clock.now() }, order('user_disable')),
      () =>
        limits.setLimits(user.id, { maxBalance: 'none' }, clock.now(), {
          action: order('user_limits'),
        }),
      () => actions.begin(order('payment_resolve')),
    ]) {
      await assert.rejects(work(), NoAdminError);
    }
    assert.deepEqual(await stops.listStops(), []);
    assert.equal((await users.findUser(user.id))?.disabledAt, null);
    assert.deepEqual(await all(), before);
  });

  test('over more than one transaction is logged before and after, also when it fails', async () => {
    const deps = { actions, clock, random, log };
    const order = { kind: 'payment_resolve', subject: 'seen' } as const;
    const seen = by(admin.id, order);
    await runAudited(
      deps,
      seen,
      async () => assert.equal((await all())[0]?.id, seen.id),
      () => DONE,
    );
    assert.equal((await all())[0]?.end?.result, 'done');
    const failing = runAudited(
      deps,
      by(null, order),
      () => Promise.reject(new Error('away')),
      () => DONE,
    );
    await assert.rejects(failing, /away/);
    assert.equal((await all())[0]?.end?.result, 'failed');
  });
});

describe('the stop of operators', () => {
  const mayLeave = async () =>
    (await database.query((sql) => sql<{ may: boolean }[]>`select may_leave() as may`))[0]?.may;

  test('is one, holds in the database at once, and is lifted as it was seen', async () => {
    const made = await Promise.all(
      ['a', 'b'].map((why) => operatorStops.stop(why, by(admin.id, STOP))),
    );
    assert.deepEqual(made.toSorted(), [false, true]);
    assert.equal(await mayLeave(), false);
    const [stop] = await stops.listStops();
    const lift = (since: Date | null) =>
      operatorStops.lift(since, by(admin.id, { kind: 'outside_allow', subject: '' }));
    assert.equal(await lift(new Date(0)), false);
    await stops.noteBooks({
      place: '',
      transfersCount: 0n,
      findings: [],
      liabilitiesMsat: msat(0n),
      nodeMsat: msat(0n),
    });
    assert.equal((await stops.listStops()).length, 1, 'books that balance lift another stop');
    assert.equal(await lift(stop?.since ?? null), true);
    assert.equal(await lift(null), false);
  });
});

describe('alarms', () => {
  const find = async (subject: string) => {
    const page = { isOpen: true, kind: null, after: null, limit: 100 } as const;
    return (await alarmList.listAlarmPage(page)).find((one) => one.subject === subject);
  };

  test('are acknowledged as they were seen, and open again when raised again', async () => {
    const alarm = { kind: 'job_parked', subject: 'acknowledged', detail: 'x' } as const;
    await alarms.raiseAlarm(alarm);
    const seen = await find(alarm.subject);
    assert(seen !== undefined);
    const acknowledge = (count: number) =>
      alarmList.acknowledge(
        seen.id,
        { count, note: 'mine' },
        by(admin.id, { kind: 'alarm_acknowledge', subject: seen.id }),
      );
    await alarms.raiseAlarm(alarm);
    assert.equal(await acknowledge(1), 'raised_again');
    assert.equal(await acknowledge(2), 'acknowledged');
    assert.equal(await acknowledge(2), 'present');
    const { acknowledged } = (await alarmList.findAlarm(seen.id)) ?? {};
    assert.deepEqual([acknowledged?.by, acknowledged?.note], [admin.email, 'mine']);
    await alarms.raiseAlarm(alarm);
    assert.equal((await alarmList.findAlarm(seen.id))?.acknowledged, null);
    assert.equal(await alarmList.findAlarm('nonsense'), null);
  });
});

test('each order of a check of the books is logged and carried out, and commands order none', async () => {
  await actions.begin(by(null, { kind: 'books_check', subject: '' }));
  const deps = { actions, clock, random };
  assert.deepEqual(await actions.listOpen('books_check', 10), []);
  const other = await insertPerson(users, { isAdmin: true });
  await requestBooksCheck(deps, { adminId: admin.id });
  const [begun] = await actions.listOpen('books_check', 10);
  assert(begun !== undefined);
  // The check of the first one has begun: what the other has repaired before is not seen by it.
  await requestBooksCheck(deps, { adminId: other.id });
  assert.equal((await all())[0]?.adminId, other.id);
  await actions.end(begun, { result: 'done', outcome: { findings: '1' } });
  const [next, ...more] = await actions.listOpen('books_check', 10);
  assert(next !== undefined && next !== begun && more.length === 0);
  await actions.end(next, { result: 'done', outcome: { findings: '0' } });
  assert.deepEqual(await actions.listOpen('books_check', 10), []);
  assert.deepEqual(THE_COMMAND_LINE, { adminId: null });
});
