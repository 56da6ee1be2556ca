import assert from 'node:assert/strict';
import { after, afterEach, type TestContext, test } from 'node:test';
import postgres from 'postgres';
import { Webhook } from 'standardwebhooks';
import { acknowledgeAlarm } from '../../src/alarms/acknowledge-alarm.ts';
import { ALARM_POST_LATE_MS, POST_ALARM_JOB } from '../../src/alarms/alarm-post.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { postAlarm } from '../../src/alarms/post-alarm.ts';
import { createAlarmListStore, createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { openAlarmReceiver } from '../../src/app/compose/open-alarm-receiver.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { type RawAnswer, say } from '../support/raw-receiver.ts';
import { openReceiver } from '../support/webhook-post.ts';

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const alarms = createAlarmStore(database);
const alarmList = createAlarmListStore(database);
const log = createListeningLog();
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NEVER = new AbortController().signal;

afterEach(async () => {
  await owner`delete from job`;
  await owner`delete from alarm`;
});

const alarm = { kind: 'node_changed', subject: 'one', detail: 'it has 2,100 sat less' } as const;
const raise = () => alarms.raiseAlarm(alarm);

interface Order {
  readonly payload: unknown;
  readonly type: string;
  readonly max_attempts: number;
}

const orders = () =>
  owner<Order[]>`
    select payload::jsonb as payload, payload ->> 'type' as type, max_attempts from job
    where kind = ${POST_ALARM_JOB} order by id`;
const types = async () => (await orders()).map(({ type }) => type);
async function firstPayload(): Promise<unknown> {
  const [order] = await orders();
  return order?.payload;
}

async function receiving(t: TestContext, ...answers: readonly RawAnswer[]) {
  let next = 0;
  const receiver = await openReceiver(t, (socket, request) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? say('');
    next += 1;
    answer(socket, request);
  });
  const config = readConfig({
    SATCHEL_ALARM_URL: `${receiver.url}/hook?team=1`,
    SATCHEL_ALARM_SECRET: SECRET,
  });
  const alarmReceiver = openAlarmReceiver({ config, clock, random, log });
  assert(alarmReceiver !== null);
  t.after(() => alarmReceiver.close());
  const authUrl = () => 'https://wallet.example';
  return { receiver, deps: { alarms, alarmReceiver, log, clock, authUrl } };
}

test('each opening of an alarm is ordered once, however often and wherever it is raised', async () => {
  await Promise.all([raise(), raise(), raise(), raise()]);
  await raise();
  assert.deepEqual(await types(), ['alarm.raised']);
  await owner`delete from job`;
  await raise();
  assert.deepEqual(await types(), [], 'it is still open');
  await alarms.endAlarm(alarm, 'over');
  await alarms.endAlarm(alarm, 'over');
  assert.deepEqual(await types(), ['alarm.closed']);
  await raise();
  assert.deepEqual(await types(), ['alarm.closed', 'alarm.raised']);
  await raise();
  await alarms.endAlarm(alarm, 'over');
  await raise();
  assert.deepEqual(await types(), ['alarm.closed', 'alarm.raised'], 'one of each type waits');
});

test('an alarm that an operator acknowledges is closed', async () => {
  await raise();
  const [listed] = await alarms.listAlarms(1);
  assert(listed !== undefined);
  await acknowledgeAlarm({ alarmList, clock, random }, THE_COMMAND_LINE, listed, 'note 4711');
  const [, closed] = await orders();
  assert.equal(closed?.type, 'alarm.closed');
  assert.doesNotMatch(JSON.stringify(closed?.payload), /4711/, 'notes stay with the operators');
});

test('a message can be verified, and names no amounts', async (t) => {
  await raise();
  const { receiver, deps } = await receiving(t);
  await postAlarm(deps, await firstPayload(), NEVER);
  const [{ line, headers, body } = assert.fail('nothing came')] = receiver.requests;
  assert.match(line, /^POST \/hook\?team=1 /);
  const verified = new Webhook(SECRET).verify(body.toString(), { ...headers });
  const [{ id, firstAt } = assert.fail('no alarm')] = await alarms.listAlarms(1);
  assert.deepEqual(verified, {
    type: 'alarm.raised',
    timestamp: firstAt.toISOString(),
    data: {
      id,
      kind: 'node_changed',
      subject: 'one',
      detail: 'it has some sat less',
      url: 'https://wallet.example/operate/alarms',
    },
  });
  assert.throws(() =>
    new Webhook(`whsec_${'A'.repeat(32)}`).verify(body.toString(), { ...headers }),
  );
});

test('what is not accepted is sent again under the same id, as after a crash', async (t) => {
  await raise();
  const { receiver, deps } = await receiving(t, say('', '500 No'), say('', '302 No'), say(''));
  const payload = await firstPayload();
  await assert.rejects(postAlarm(deps, payload, NEVER), /it answered 500/);
  await assert.rejects(postAlarm(deps, payload, NEVER), /it answered 302/);
  await postAlarm(deps, payload, NEVER);
  await postAlarm(deps, payload, NEVER);
  const sent = receiver.requests.map(({ headers, body }) => [headers['webhook-id'], String(body)]);
  assert.deepEqual(new Set(sent.map((one) => one.join())).size, 1);
  const [order] = await orders();
  assert(order !== undefined && order.max_attempts < 100, 'attempts have an end');

  await alarms.endAlarm(alarm, 'over');
  await raise();
  await owner`delete from job where payload ->> 'type' = 'alarm.closed'`;
  await postAlarm(deps, await firstPayload(), NEVER);
  assert.notEqual(receiver.requests.at(-1)?.headers['webhook-id'], sent[0]?.[0], 'a new event');
});

test('a receiver that is away for long raises an alarm that is not sent to it', async (t) => {
  await raise();
  const { deps } = await receiving(t, say('', '503 No'), say('', '503 No'), say(''));
  const payload = await firstPayload();
  const aboutPosts = async () =>
    (await alarms.listAlarms(9)).filter(({ kind }) => kind === 'alarm_not_sent');
  await assert.rejects(postAlarm(deps, payload, NEVER));
  assert.deepEqual(await aboutPosts(), [], 'not at once');
  const later = new Date(clock.now().getTime() + ALARM_POST_LATE_MS + 1000);
  await assert.rejects(
    postAlarm({ ...deps, clock: { ...clock, now: () => later } }, payload, NEVER),
  );
  const [late] = await aboutPosts();
  assert.match(late?.detail ?? '', /it answered 503/);
  assert.equal(late?.subject, deps.alarmReceiver.host);
  await postAlarm(deps, payload, NEVER);
  const open = await alarmList.listAlarmPage({ isOpen: true, kind: null, after: null, limit: 9 });
  assert.deepEqual(
    open.map(({ kind }) => kind),
    ['node_changed'],
    'it has ended',
  );
  await alarms.raiseAlarm({ kind: 'job_parked', subject: `${POST_ALARM_JOB} 7`, detail: 'x' });
  assert.deepEqual(await types(), ['alarm.raised']);
});

test('without an address nothing is sent', async () => {
  await raise();
  const authUrl = () => 'https://wallet.example';
  await postAlarm(
    { alarms, alarmReceiver: null, log, clock, authUrl },
    await firstPayload(),
    NEVER,
  );
  assert.equal(openAlarmReceiver({ config: readConfig({}), clock, random, log }), null);
});

test('settings that could not work are refused', () => {
  const refused = (variables: Readonly<Record<string, string>>, message: RegExp) =>
    assert.throws(() => readConfig(variables), message);
  const url = { SATCHEL_ALARM_URL: 'https://alarms.example/hook' };
  refused(url, /needs SATCHEL_ALARM_SECRET/);
  refused({ SATCHEL_ALARM_SECRET: SECRET }, /needs SATCHEL_ALARM_URL/);
  for (const text of [
    'http://alarms.example/',
    'https://a:b@alarms.example/',
    'ftp://127.0.0.1/',
  ]) {
    refused({ SATCHEL_ALARM_URL: text, SATCHEL_ALARM_SECRET: SECRET }, /SATCHEL_ALARM_URL takes/);
  }
  for (const text of ['abc', 'whsec_', 'whsec_c2hvcnQ=', `${SECRET}!`, SECRET.replace('=', '')]) {
    refused({ ...url, SATCHEL_ALARM_SECRET: text }, /SATCHEL_ALARM_SECRET takes/);
  }
  const { settings } = readConfig({ ...url, SATCHEL_ALARM_SECRET: SECRET });
  assert.doesNotMatch(JSON.stringify(settings), /example\/hook|whsec_B/, 'pages hide both');
});
