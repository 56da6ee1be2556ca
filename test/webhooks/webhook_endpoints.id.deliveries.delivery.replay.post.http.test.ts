import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  addApp,
  addEndpoint,
  assertAbsent,
  complaintsOf,
} from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', {
  method: 'POST',
  path: '/webhook_endpoints/x/deliveries/x/replay',
});

async function newestOf(user: Pick<ApiUser, 'get'>, path: string): Promise<string> {
  const [delivery] = listOf((await user.get(`${path}/deliveries`)).body);
  return `${path}/deliveries/${textField(delivery, 'id')}`;
}

test('W8 what was skipped is sent after all, under the same id and with the same body', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  await user.receive(100);
  await user.patch(path, { enabled: false });
  const delivery = await newestOf(user, path);
  const { body: skipped } = await user.get(delivery);
  assert.equal(field(skipped, 'state'), 'skipped');
  const early = await user.post(`${delivery}/replay`, undefined);
  assert.deepEqual(complaintsOf(early), ['the endpoint is disabled: enable it first']);
  await user.patch(path, { enabled: true });
  const replayed = await user.post(`${delivery}/replay`, undefined);
  assert.equal(replayed.status, 200);
  assert.equal(field(replayed.body, 'state'), 'pending');
  assert.equal(field(replayed.body, 'done_at'), null);
  assert.notEqual(field(replayed.body, 'next_attempt_at'), null);
  for (const name of ['id', 'body', 'created_at', 'payment_hash']) {
    assert.equal(field(replayed.body, name), field(skipped, name));
  }
});

test('W59 W60 no one sends again what is not theirs', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const { path } = await addEndpoint(user);
  await user.receive(100);
  const delivery = await newestOf(user, path);
  for (const stranger of [other, app]) {
    await assertAbsent(stranger.post(`${delivery}/replay`, {}), 'delivery not found');
  }
  const unknown = `${path}/deliveries/msg_${'0'.repeat(32)}/replay`;
  await assertAbsent(user.post(unknown, {}), 'delivery not found');
  await user.patch(path, { enabled: false });
  await assertAbsent(user.post(unknown, {}), 'delivery not found');
  await user.delete(path);
  await assertAbsent(user.post(`${delivery}/replay`, {}), 'delivery not found');
});

test('W61 a user sends again only so often', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  await user.receive(100);
  const delivery = await newestOf(user, path);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => user.post(`${delivery}/replay`, {})),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert(refused.length > 0 && refused.length <= 20, `${refused.length} refused`);
  assert.match(String(refused[0]?.headers['retry-after']), /^[12]$/);
});
