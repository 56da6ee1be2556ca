import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WEBHOOK_CHANGES, WEBHOOK_CREATIONS } from '../../src/webhooks/limits.ts';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  addApp,
  addEndpoint,
  complaintsOf,
  HOOK_URL,
  INCOMING,
  OUTGOING,
} from '../support/webhooks/webhook-api.ts';

const path = '/webhook_endpoints';
let readStored: () => Promise<string>;
let beforeCreation = async (): Promise<void> => undefined;
const api = await startWalletApi({ after }, {}, ({ sql }, { endpoints }) => {
  readStored = async () => {
    const secrets =
      await sql`select endpoint_id, encode(sealed, 'hex') as sealed from webhook_secret`;
    return JSON.stringify([secrets, await sql`select e::text from webhook_endpoint e`]);
  };
  const create: typeof endpoints.create = async (endpoint) => {
    await beforeCreation();
    return await endpoints.create(endpoint);
  };
  return { endpoints: { ...endpoints, create } };
});

testAccess(api, 'invoices:read', { method: 'POST', path, body: {} });

test('W66 creation answers every field, and the secret this once', async () => {
  const user = await api.addUser();
  const body = {
    url: `${HOOK_URL}?userId=7`,
    filter_types: [OUTGOING, INCOMING],
    description: 'x',
  };
  const created = await user.post(path, body);
  assert.equal(created.status, 200);
  const id = textField(created.body, 'id');
  assert.match(id, /^ep_[A-Za-z0-9]{27}$/);
  assert.deepEqual(created.body, {
    ...body,
    id,
    created_at: textField(created.body, 'created_at'),
    enabled: true,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    consecutive_failures: 0,
    last_success_at: null,
    endpoint_secret: textField(created.body, 'endpoint_secret'),
  });
  assert.match(textField(created.body, 'created_at'), /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
  const { endpoint_secret: secret, ...shown } = Object(created.body);
  assert.match(secret, /^whsec_/);
  assert.deepEqual((await user.get(`${path}/${id}`)).body, shown);
});

test('W10 a secret is 24 bytes in standard base64, and no two are alike', async () => {
  const user = await api.addUser();
  const secrets = new Set<string>();
  for (const _ of Array.from({ length: 10 })) {
    const { secret } = await addEndpoint(user);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 24);
    secrets.add(secret);
  }
  assert.equal(secrets.size, 10);
});

test('a description that is left out, null or empty is an empty text', async () => {
  const user = await api.addUser();
  for (const description of [undefined, null, '']) {
    const created = await user.post(path, { url: HOOK_URL, filter_types: [INCOMING], description });
    assert.equal(field(created.body, 'description'), '');
  }
});

test('W67 filter types: at least one, none that is not known, each once', async () => {
  const user = await api.addUser();
  for (const [filterTypes, complaint] of [
    [[], /^filter_types must name at least one of invoice\.incoming\.settled, /],
    [['invoice.settled'], /^filter_types may hold .*, and nothing else$/],
    [[INCOMING, 'Invoice.incoming.settled'], /nothing else/],
    [[5], /^filter_types\.0 must be string/],
    [INCOMING, /^filter_types must be array/],
    [null, /^filter_types must be array/],
    [undefined, /filter_types/],
  ] as const) {
    const answer = await user.post(path, { url: HOOK_URL, filter_types: filterTypes });
    const complaints = complaintsOf(answer);
    assert(
      complaints.some((text) => complaint.test(text)),
      answer.text,
    );
  }
  const twice = await user.post(path, {
    url: HOOK_URL,
    filter_types: [OUTGOING, INCOMING, OUTGOING],
  });
  assert.deepEqual(field(twice.body, 'filter_types'), [OUTGOING, INCOMING]);
  assert.equal(listOf((await user.get(path)).body).length, 1);
});

test('W68 a bad URL is refused with a list of complaints', async () => {
  const user = await api.addUser();
  for (const url of [
    '',
    'shop',
    'http://shop.example/hook',
    'ftp://shop.example',
    'https://user@shop.example',
    'https://127.0.0.1/hook',
    'https://[::1]/',
    'https://10.0.0.1',
    'https://shop.example#a',
    'https://0x7f.1',
    'javascript:alert(1)',
    `https://shop.example/${'x'.repeat(2048)}`,
    'https://wallet.example/webhook',
  ]) {
    const [complaint] = complaintsOf(await user.post(path, { url, filter_types: [INCOMING] }));
    assert.match(complaint ?? '', /^url /, url);
  }
  assert.deepEqual((await user.get(path)).body, []);
});

test('W68 all complaints come at once', async () => {
  const user = await api.addUser();
  const description = 'x'.repeat(501);
  const answer = await user.post(path, { url: 'shop', filter_types: [], description });
  assert.deepEqual(
    complaintsOf(answer).map((text) => text.split(' ')[0]),
    ['url', 'description', 'filter_types'],
  );
  const fields = { url: HOOK_URL, filter_types: [INCOMING] };
  const longest = await user.post(path, { ...fields, description: description.slice(1) });
  assert.equal(longest.status, 200);
  for (const body of ['{', '[]', '"x"', '5', '{"url":5}']) {
    complaintsOf(await user.post(path, body));
  }
});

test('a user has ten endpoints, including those of their apps', async () => {
  const user = await api.addUser();
  const app = await addApp(api, user);
  for (let count = 0; count < 9; count += 1) await addEndpoint(user);
  const { path: tenth } = await addEndpoint(app);
  for (const owner of [user, app]) {
    const answer = await owner.post(path, { url: HOOK_URL, filter_types: [INCOMING] });
    assert.deepEqual(complaintsOf(answer), ['there are already 10 endpoints: delete one first']);
  }
  await app.delete(tenth);
  const at = await Promise.all(
    Array.from({ length: 5 }, () => user.post(path, { url: HOOK_URL, filter_types: [INCOMING] })),
  );
  assert.equal(at.filter(({ status }) => status === 200).length, 1);
});

test('W61 one user makes only so many, however many he deletes', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  let made = 0;
  for (; made < 50; made += 1) {
    const created = await user.post(path, { url: HOOK_URL, filter_types: [INCOMING] });
    if (created.status === 429) {
      assert.match(String(created.headers['retry-after']), /^([1-9]|10)$/);
      break;
    }
    await user.delete(`${path}/${textField(created.body, 'id')}`);
  }
  assert(made >= 30 && made < 35, `${made} endpoints`);
  await addEndpoint(other);
  api.clock.move(10_000);
  await addEndpoint(user);
});

test('W61 so many in a day, however slowly they are made and deleted', async () => {
  const user = await api.addUser();
  let made = 0;
  for (; made < 2 * WEBHOOK_CREATIONS.burst; made += 1) {
    const created = await user.post(path, { url: HOOK_URL, filter_types: [INCOMING] });
    if (created.status === 429) {
      assert(Number(created.headers['retry-after']) > WEBHOOK_CHANGES.everyMs / 1000);
      break;
    }
    await user.delete(`${path}/${textField(created.body, 'id')}`);
    api.clock.move(WEBHOOK_CHANGES.everyMs);
  }
  // A few more became free meanwhile.
  const freed = (made * WEBHOOK_CHANGES.everyMs) / WEBHOOK_CREATIONS.everyMs;
  assert(made >= WEBHOOK_CREATIONS.burst && made <= WEBHOOK_CREATIONS.burst + freed + 1, `${made}`);
  api.clock.move(WEBHOOK_CREATIONS.everyMs);
  await addEndpoint(user);
});

test('W63 the secret is stored under a key, and never logged', async () => {
  const user = await api.addUser();
  const { id, secret } = await addEndpoint(user);
  const stored = await readStored();
  assert(stored.includes(id));
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  for (const text of [secret, secret.slice('whsec_'.length), bytes.toString('hex')]) {
    assert(!stored.includes(text));
    assert(!api.logged().includes(text));
  }
});

test('an app whose permission ended while it called gets no endpoint', async () => {
  const user = await api.addUser();
  const app = await addApp(api, user);
  beforeCreation = async () => {
    const { appGrants, clock } = api.deps;
    await appGrants.revokeAppGrant(user.user.id, app.appGrantId, clock.now());
  };
  const answer = await app.post(path, { url: HOOK_URL, filter_types: [INCOMING] });
  beforeCreation = async () => undefined;
  assert.equal(answer.status, 401);
  assert.deepEqual(answer.body, { status: 401, error: 'invalid access token' });
  assert.deepEqual((await user.get(path)).body, []);
});
