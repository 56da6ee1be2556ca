import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { CSRF_FIELD } from '../../src/web/pages/forms.ts';
import { startAccounts } from '../support/account-world.ts';
import { readFormToken } from '../support/browser.ts';

const world = await startAccounts({ after });

describe('addresses of earlier versions', () => {
  for (const [before, now] of [
    ['/connected-apps', '/apps'],
    ['/connected-apps/x/budget?a=1&b=%2F', '/apps/x/budget?a=1&b=%2F'],
  ] as const) {
    test(`${before} leads to ${now}`, async () => {
      const browser = await world.signedIn(await world.addPerson());
      const answer = await browser.get(before);
      assert.deepEqual([answer.statusCode, answer.headers.location], [308, now]);
    });
  }

  for (const path of ['/admin/users?show=all', '/admin/node']) {
    test(`${path} leads on for admins, and does not exist for others`, async () => {
      const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
      const answer = await admin.get(path);
      assert.equal(answer.statusCode, 308);
      assert.equal(answer.headers.location, path.replace('/admin', '/operate'));
      const person = await world.signedIn(await world.addPerson());
      assert.equal((await person.get(path)).statusCode, 404);
    });
  }

  test('a form that was open during the upgrade still works', async () => {
    const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
    const token = readFormToken(await admin.get('/operate/users'));
    const form = { [CSRF_FIELD]: token, email: 'late@example.com', role: 'user' };
    const answer = await admin.postPlain('/admin/invitations', form);
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /late@example\.com/);
  });
});
