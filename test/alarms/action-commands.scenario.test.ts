import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import type { Database } from '../../src/database/db.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { testDatabase } from '../support/database.ts';

/** As an operator uses them, beside a database that others use too. */
describe('what operators do by command', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let session: CommandSession;
  let database: Database;

  before(async () => {
    const opened = await testDatabase({ after: (end) => cleanups.push(end) });
    ({ database } = opened);
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    session = openCommandSession({
      PATH: process.env['PATH'],
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: opened.serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: opened.ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
      SATCHEL_PORT: '3999',
    });
    cleanups.push(() => session.end());
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const run = async (...args: string[]) => {
    const { status, out, err } = await session.run(...args, '--json');
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const refusal = async (...args: string[]): Promise<string> => {
    const { status, err } = await session.run(...args);
    assert.equal(status, 1);
    return err;
  };
  const newest = async () => {
    const [{ kind, by, result, detail, outcome }] = await run('actions');
    return { kind, by, result, detail, outcome };
  };

  test('an alarm is acknowledged with a note, once', async () => {
    assert.deepEqual(await run('actions'), []);
    const alarm = { kind: 'job_parked', subject: '7', detail: 'it broke' } as const;
    await createAlarmStore(database).raiseAlarm(alarm);
    const [{ id }] = await run('alarms');
    assert.match((await session.run('alarms')).out, new RegExp(id));
    await run('alarms', 'acknowledge', id, '--note', 'done with it');
    assert.deepEqual(await newest(), {
      kind: 'alarm_acknowledge',
      by: 'command',
      result: 'done',
      detail: { alarm: 'job_parked', note: 'done with it' },
      outcome: {},
    });
    assert.match(await refusal('alarms', 'acknowledge', id), /acknowledged already/);
    assert.match(await refusal('alarms', 'acknowledge', 'x'), /there is no alarm x/);
  });

  test('payments are stopped with a reason, and allowed again', async () => {
    const stops = createPaymentStopStore(database);
    assert.match(await refusal('payments', 'stop', ' '), /say why/);
    await run('payments', 'stop', 'the node moves');
    const [stop] = await stops.listStops();
    assert.deepEqual(
      [stop?.reason, stop?.detail],
      ['operator', 'an operator stopped them: the node moves'],
    );
    assert.match(await refusal('payments', 'stop', 'again'), /stopped them already/);
    await run('payments', 'allow');
    assert.deepEqual(await stops.listStops(), []);
    assert.match(await refusal('payments', 'allow'), /no operator has stopped/);
    const kinds = (await run('actions')).map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.slice(0, 2), ['outside_allow', 'outside_stop']);
  });

  test('a check of the books, and what is done to users, is logged', async () => {
    await run('books', 'check');
    const { kind, outcome } = await newest();
    assert.deepEqual([kind, outcome], ['books_check', { findings: '0' }]);
    const email = 'logged@example.com';
    const person = ['--email', email, '--password', 'a password', '--admin'];
    const { identifier } = await run('user', 'add', ...person);
    const added = await newest();
    const who = { user: identifier, role: 'admin' };
    assert.deepEqual([added.kind, added.detail], ['user_add', who]);
    const again = await refusal('user', 'add', ...person);
    assert.match(again, /there is a user with/);
    assert.deepEqual(await newest(), added, 'nothing was done');
    for (const [args, expected, detail] of [
      [['disable', '--email', email], 'user_disable', { user: identifier }],
      [['enable', '--email', email], 'user_enable', { user: identifier }],
      [['set', '--user', email, '--max-balance', '9'], 'user_limits', { maxBalance: '9' }],
      [['reset-password', '--email', email], 'user_reset_password', { user: identifier }],
      [
        ['reset-password', '--email', email, '--remove-second-factor'],
        'user_remove_second_factor',
        { user: identifier },
      ],
      [
        ['reset-password', '--email', email, '--password', 'another word'],
        'user_set_password',
        { user: identifier },
      ],
      [['invite', '--admin'], 'user_invite', { role: 'admin' }],
    ] as const) {
      await run('user', ...args);
      const action = await newest();
      assert.deepEqual([action.kind, action.detail], [expected, detail]);
    }
    const people = await session.run('actions');
    assert.doesNotMatch(people.out, /another word/);
    assert.match(people.out, /command {2}user invite {2}done {2}[\da-f]{64} {2}role=admin/);
  });
});
