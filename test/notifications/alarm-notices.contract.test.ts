import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { insertPerson } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const users = createUserStore(database);
const alarms = createAlarmStore(database);
const inboxes = createNoticeInboxStore(database);

test('each alarm that opens is told to admins under the bell, and to no one else', async () => {
  const admin = await insertPerson(users, { isAdmin: true });
  const gone = await insertPerson(users, { isAdmin: true, disabledAt: clock.now() });
  const user = await insertPerson(users);
  const told = async ({ id }: { readonly id: string }) => {
    const { notices } = await inboxes.readInbox(id);
    return notices.map(({ matter, count }) => [matter.kind, count]);
  };
  const raise = (subject: string) =>
    alarms.raiseAlarm({ kind: 'node_changed', subject, detail: 'x' });

  await Promise.all([raise('one'), raise('one')]);
  await raise('one');
  assert.deepEqual(await told(admin), [['alarm', 1n]], 'once while it is open');
  await raise('two');
  await alarms.endAlarm({ kind: 'node_changed', subject: 'one' }, 'over');
  await raise('one');
  assert.deepEqual(await told(admin), [['alarm', 3n]], 'in one notice until it is read');
  await inboxes.markRead(admin.id);
  await raise('three');
  assert.deepEqual(await told(admin), [
    ['alarm', 1n],
    ['alarm', 3n],
  ]);
  assert.deepEqual([await told(user), await told(gone)], [[], []]);
  const mails = await owner`select from job where kind = 'mail-notices'`;
  assert.equal(mails.length, 0, 'mails about alarms are jobs of their own');
});

test('an admin who wants no notices of alarms still has the alarm', async () => {
  const admin = await insertPerson(users, { isAdmin: true });
  const { ways } = await inboxes.readInbox(admin.id);
  assert.equal(ways.alarm, 'bell', 'as it is at first');
  await inboxes.setWays(admin.id, { ...ways, alarm: 'none' });
  await alarms.raiseAlarm({ kind: 'node_changed', subject: 'four', detail: 'x' });
  assert.deepEqual((await inboxes.readInbox(admin.id)).notices, []);
  assert(await alarms.wasRaised('node_changed', 'four'));
});
