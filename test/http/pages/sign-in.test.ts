import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAccounts } from '../../support/account-world.ts';

const world = await startAccounts({ after });

test('smoke', async () => {
  const person = await world.addPerson({ isAdmin: true });
  const browser = await world.signedIn(person);
  for (const path of [
    '/',
    '/profile',
    '/security',
    '/security/password',
    '/security/email',
    '/security/authenticator',
    '/security/authenticator/remove',
    '/security/backup-codes',
    '/security/passkeys/new',
    '/security/sessions/end-others',
    '/admin/users',
    `/admin/users/${person.user.id}`,
    `/admin/users/${person.user.id}/disable`,
    `/admin/users/${person.user.id}/reset-password`,
    '/sign-out',
    '/confirm',
    '/confirm/passkey',
    '/sign-in/passkey',
  ]) {
    const answer = await browser.get(path);
    assert.equal(answer.statusCode, 200, path + answer.body + world.logged());
  }
});
