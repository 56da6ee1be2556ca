import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Database } from '../../src/database/db.ts';
import { unsealSigningSecret } from '../../src/webhooks/signing-secrets.ts';
import { testAccess } from '../support/access-checks.ts';
import { textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  addApp,
  addEndpoint,
  assertAbsent,
  complaintsOf,
} from '../support/webhooks/webhook-api.ts';

let database: Database;
const api = await startWalletApi({ after }, {}, (opened) => {
  database = opened;
  return {};
});

testAccess(api, 'invoices:read', {
  method: 'POST',
  path: '/webhook_endpoints/x/rotate_secret',
  body: {},
});

/** As deliveries find them: the current one first, and how long each of the others outlives it. */
async function storedSecrets(id: string) {
  const rows = await database.sql<{ sealed: Uint8Array; seconds: number | null }[]>`
    select s.sealed, extract(epoch from s.valid_until - successor.created_at)::integer as seconds
    from webhook_secret s
    left join webhook_secret successor
      on successor.endpoint_id = s.endpoint_id and successor.number = s.number + 1
    where s.endpoint_id = ${id} order by s.number desc`;
  return rows.map(({ sealed, seconds }) => ({
    secret: unsealSigningSecret(api.deps.webhookKey, id, sealed),
    seconds,
  }));
}

test('W3 W66 answers the endpoint with a new secret; the old one stays for a day', async () => {
  const user = await api.addUser();
  const { id, path, secret } = await addEndpoint(user);
  const { body: before } = await user.get(path);
  const rotated = await user.post(`${path}/rotate_secret`, {});
  assert.equal(rotated.status, 200);
  const fresh = textField(rotated.body, 'endpoint_secret');
  assert.match(fresh, /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.notEqual(fresh, secret);
  assert.deepEqual(rotated.body, { ...Object(before), endpoint_secret: fresh });
  assert.deepEqual(await storedSecrets(id), [
    { secret: fresh, seconds: null },
    { secret, seconds: 86_400 },
  ]);
});

test('W3 the overlap is what was asked for, from nothing to a week', async () => {
  const user = await api.addUser();
  const { id, path, secret } = await addEndpoint(user);
  const rotate = (body: unknown) => user.post(`${path}/rotate_secret`, body);
  const second = textField((await rotate({ overlap_seconds: 604_800 })).body, 'endpoint_secret');
  assert.deepEqual(await storedSecrets(id), [
    { secret: second, seconds: null },
    { secret, seconds: 604_800 },
  ]);
  const third = textField((await rotate({ overlap_seconds: 0 })).body, 'endpoint_secret');
  const stored = (await storedSecrets(id)).map((row) => row.secret);
  assert.deepEqual(stored, [third, secret], 'what signs no more is gone');
  for (const overlap of [-1, 604_801, 1.5, '60', true]) {
    const [complaint] = complaintsOf(await rotate({ overlap_seconds: overlap }));
    assert.match(complaint ?? '', /^overlap_seconds must be/);
  }
  assert.equal((await storedSecrets(id)).length, 2);
  assert.equal((await rotate({ overlap_seconds: null })).status, 200);
});

test('a call without a body will do', async () => {
  const user = await api.addUser();
  const { id, path } = await addEndpoint(user);
  assert.equal((await user.post(`${path}/rotate_secret`, undefined)).status, 200);
  assert.equal((await storedSecrets(id)).length, 2);
});

test('W4 of more than ten old secrets the oldest go', async () => {
  const user = await api.addUser();
  const { id, path, secret } = await addEndpoint(user);
  const secrets = [secret];
  for (let count = 0; count < 11; count += 1) {
    const rotated = await user.post(`${path}/rotate_secret`, {});
    secrets.unshift(textField(rotated.body, 'endpoint_secret'));
  }
  const stored = await storedSecrets(id);
  assert.deepEqual(
    stored.map((row) => row.secret),
    secrets.slice(0, 11),
  );
});

test('W59 W60 no one rotates what is not theirs', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const { id, path } = await addEndpoint(user);
  await assertAbsent(other.post(`${path}/rotate_secret`, {}));
  await assertAbsent(app.post(`${path}/rotate_secret`, {}));
  assert.equal((await storedSecrets(id)).length, 1);
});

test('W63 a secret opens for its own endpoint and under its own key only', async () => {
  const user = await api.addUser();
  const [one, other] = [await addEndpoint(user), await addEndpoint(user)];
  const [row] = await database.sql<{ sealed: Uint8Array }[]>`
    select sealed from webhook_secret where endpoint_id = ${one.id}`;
  assert(row !== undefined);
  const { webhookKey } = api.deps;
  assert.equal(unsealSigningSecret(webhookKey, one.id, row.sealed), one.secret);
  assert.equal(unsealSigningSecret(webhookKey, other.id, row.sealed), null);
  assert.equal(unsealSigningSecret(new Uint8Array(32), one.id, row.sealed), null);
});
