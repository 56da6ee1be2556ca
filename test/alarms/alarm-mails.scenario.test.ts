import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlarmKind } from '../../src/alarms/alarm-store.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startService } from '../support/running-service.ts';

test('the running service mails its admins about each new alarm, once', async (t) => {
  const mail = await startMailServer(t);
  const variables = { SATCHEL_SMTP_URL: mail.url, SATCHEL_AUTH_URL: 'https://pages.example' };
  // No alarm tells of the release of an embedded server.
  const service = await startService(variables, { database: 'embedded' });
  t.after(() => service.dispose());
  const password = ['--password', 'a long password'];
  await service.cli('user', 'add', '--email', 'admin@example.com', '--admin', ...password);
  await service.cli('user', 'add', '--email', 'user@example.com', ...password);
  const raise = (kind: AlarmKind) =>
    service.withStores(({ alarms }) =>
      alarms.raiseAlarm({ kind, subject: 'x', detail: 'canary 4711' }),
    );
  const untilMails = (count: number) =>
    eventually(`${count} mails`, () => (mail.received().length < count ? null : mail.received()));

  await raise('node_changed');
  const [message = ''] = await untilMails(1);
  assert.match(message, /^To: admin@example\.com$/m);
  assert.match(message, /^Subject: An alarm at pages\.example$/m);
  assert.match(message, /https:\/\/pages\.example\/operate\/alarms/);
  assert.doesNotMatch(message, /canary/, 'details stay on the page');

  await raise('node_changed');
  await raise('books_do_not_balance');
  const [, second = '', ...more] = await untilMails(2);
  assert.match(second, /^Subject: An alarm at pages\.example$/m, 'of the new one alone');
  assert.deepEqual(more, []);
});
