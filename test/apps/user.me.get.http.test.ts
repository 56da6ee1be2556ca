import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'account:read', { method: 'GET', path: '/user/me' });

test('a user who gave no details', async () => {
  const { user, get } = await api.addUser();
  const answer = await get('/user/me');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    identifier: user.identifier,
    email: user.email,
    name: null,
    avatar: null,
    wallet_configured: true,
    keysend_custom_key: '696969',
    keysend_custom_value: user.identifier,
    keysend_pubkey: api.node.identity.pubkey,
    nostr_pubkey: null,
  });
  assert.match(user.identifier, /^[A-Za-z0-9]{20}$/);
});

test('a person with a name, a picture and a nostr key', async () => {
  const { user, get } = await api.addUser();
  const profile = {
    name: 'Zoë <b>"&',
    avatar: 'https://example.com/zoe.png',
    nostrPubkey: 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6',
  };
  await api.deps.users.updateUser(user.id, profile);
  const { body } = await get('/user/me');
  assert(typeof body === 'object' && body !== null);
  assert.deepEqual(
    { ...body },
    { ...body, name: profile.name, avatar: profile.avatar, nostr_pubkey: profile.nostrPubkey },
  );
});

test('a user who was shut out has no token any more', async () => {
  const { user, get } = await api.addUser();
  await api.deps.users.updateUser(user.id, { disabledAt: api.clock.now() });
  const answer = await get('/user/me');
  assert.equal(answer.status, 401);
  assert.deepEqual(answer.body, { status: 401, error: 'invalid access token' });
});
