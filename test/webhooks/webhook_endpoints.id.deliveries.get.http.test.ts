import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  addApp,
  addEndpoint,
  assertAbsent,
  complaintsOf,
  INCOMING,
} from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', { method: 'GET', path: '/webhook_endpoints/x/deliveries' });

const idsOf = (body: unknown) => listOf(body).map((delivery) => textField(delivery, 'id'));

test('lists what was told, the newest first', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  assert.deepEqual((await user.get(`${path}/deliveries`)).body, []);
  const first = await user.receive(100);
  const second = await user.receive(100);
  const { status, body } = await user.get(`${path}/deliveries`);
  assert.equal(status, 200);
  const [newest, older] = listOf(body);
  assert.equal(field(newest, 'payment_hash'), second);
  assert.match(textField(older, 'id'), /^msg_[0-9a-f]{32}$/);
  assert.deepEqual(older, {
    id: textField(older, 'id'),
    event_type: INCOMING,
    test: false,
    payment_hash: first,
    state: 'pending',
    attempts: 0,
    being_sent: false,
    next_attempt_at: textField(older, 'created_at'),
    last_status: null,
    last_error: null,
    done_at: null,
    created_at: textField(older, 'created_at'),
  });
});

test('finds by payment hash and by state', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  const early = await user.receive(100);
  await user.patch(path, { enabled: false });
  await user.patch(path, { enabled: true });
  const late = await user.receive(100);
  const hashesOf = async (query: string) => {
    const { status, body } = await user.get(`${path}/deliveries?${query}`);
    assert.equal(status, 200, query);
    return listOf(body).map((delivery) => field(delivery, 'payment_hash'));
  };
  assert.deepEqual(await hashesOf('state=pending'), [late]);
  assert.deepEqual(await hashesOf('state=skipped'), [early]);
  assert.deepEqual(await hashesOf('state=succeeded'), []);
  assert.deepEqual(await hashesOf(`payment_hash=${early}`), [early]);
  assert.deepEqual(await hashesOf(`payment_hash=${late.toUpperCase()}`), [late]);
  assert.deepEqual(await hashesOf(`payment_hash=${late}&state=skipped`), []);
  assert.deepEqual(await hashesOf(`payment_hash=${'0'.repeat(64)}`), []);
});

test('goes on before the last one that was seen', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  for (let count = 0; count < 5; count += 1) await user.receive(100);
  const all = idsOf((await user.get(`${path}/deliveries`)).body);
  assert.equal(all.length, 5);
  const seen: string[] = [];
  for (let before = ''; seen.length < 5; before = `&before=${seen.at(-1)}`) {
    const page = idsOf((await user.get(`${path}/deliveries?items=2${before}`)).body);
    assert(page.length > 0);
    seen.push(...page);
  }
  assert.deepEqual(seen, all);
  for (const before of [`msg_${'0'.repeat(32)}`, 'x', '%00']) {
    assert.deepEqual((await user.get(`${path}/deliveries?before=${before}`)).body, []);
  }
  assert.equal(idsOf((await user.get(`${path}/deliveries?items=999999`)).body).length, 5);
});

test('W68 a filter that means nothing is refused', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  for (const [query, complaint] of [
    ['state=lost', /^state must be one of pending, /],
    ['state=', /^state must be/],
    ['payment_hash=12', /^payment_hash must be 64/],
    ['items=0', /^items must be/],
    ['items=many', /^items must be/],
  ] as const) {
    const [first] = complaintsOf(await user.get(`${path}/deliveries?${query}`));
    assert.match(first ?? '', complaint);
  }
});

test('W59 W60 no one reads what is not theirs', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const { path } = await addEndpoint(user);
  const paymentHash = await user.receive(100);
  await assertAbsent(other.get(`${path}/deliveries?payment_hash=${paymentHash}`));
  await assertAbsent(app.get(`${path}/deliveries`));
  const ofApp = await addEndpoint(app);
  const none = await app.get(`${ofApp.path}/deliveries?payment_hash=${paymentHash}`);
  assert.deepEqual(none.body, [], 'the app was there too late');
});
