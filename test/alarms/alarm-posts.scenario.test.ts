import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { say } from '../support/raw-receiver.ts';
import { startService } from '../support/running-service.ts';
import { openReceiver } from '../support/webhook-post.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('the running service sends each alarm at once, and a command tries the address', async (t) => {
  let answer = say('', '500 No');
  const receiver = await openReceiver(t, (socket, request) => answer(socket, request));
  const service = await startService({
    SATCHEL_ALARM_URL: receiver.url,
    SATCHEL_ALARM_SECRET: SECRET,
    SATCHEL_AUTH_URL: 'https://pages.example',
  });
  t.after(() => service.dispose());
  await assert.rejects(
    service.cli('alarms', 'test'),
    /did not accept a test alarm: it answered 500/,
  );

  const alarm = { kind: 'node_changed', subject: 'x', detail: 'another node' } as const;
  await service.withStores(({ alarms }) => alarms.raiseAlarm(alarm));
  const arrived = (type: string) =>
    receiver.requests
      .map(({ headers, body }) => ({ headers, text: body.toString() }))
      .filter(({ text }) => text.includes(`"type":"${type}"`))
      // The age of the server's release may raise another one.
      .filter(({ text }) => type === 'alarm.test' || text.includes('"kind":"node_changed"'));
  const first = await eventually('the alarm comes', () => arrived('alarm.raised')[0] ?? null);
  answer = say('');
  const second = await eventually('it comes again', () => arrived('alarm.raised')[1] ?? null);
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
  new Webhook(SECRET).verify(second.text, { ...second.headers });
  await service.withStores(({ alarms }) => alarms.endAlarm(alarm, 'over'));
  await eventually('its end comes', () => arrived('alarm.closed')[0] ?? null);
  assert.equal(arrived('alarm.raised').length, 2);

  assert.deepEqual(await service.cli('alarms', 'test'), { host: new URL(receiver.url).host });
  assert.equal(arrived('alarm.test').length, 2);
});
