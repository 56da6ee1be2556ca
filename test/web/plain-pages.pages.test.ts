import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { shortName } from '../../src/web/pages/manifest.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';

/** What people with a phone ran into: each of these once said or showed the wrong thing. */
describe('pages say and show what is', () => {
  test('the page More of a phone leads to the apps', async (t) => {
    const world = await startAccounts(t);
    const page = await (await world.signedIn(await world.addPerson())).get('/more');
    assert.match(page.body, /<ul class="links">\s*<li><a href="\/apps">Apps<\/a><\/li>/);
    assert.doesNotMatch(page.body, /<ul class="links"><\/ul>/);
  });

  test('the first page offers an account where anyone may create one', async (t) => {
    for (const [signup, isOffered] of [
      ['open', true],
      ['invite', false],
    ] as const) {
      const world = await startAccounts(t, { changes: { signup } });
      const { body } = await world.browser().get('/');
      assert.equal(/<a [^>]*href="\/sign-up"[^>]*>Create an account</.test(body), isOffered);
    }
  });

  test('passkeys are not offered where the address is a number', async (t) => {
    for (const [authUrl, areOffered] of [
      ['http://127.0.0.1:3000', false],
      ['http://[::1]:3000', false],
      ['http://localhost:3000', true],
    ] as const) {
      const world = await startAccounts(t, { authUrl });
      const signIn = await world.browser().get('/sign-in');
      assert.equal(signIn.body.includes('/sign-in/passkey'), areOffered, authUrl);
      const security = await (await world.signedIn(await world.addPerson())).get('/security');
      assert.equal(security.body.includes('/security/passkeys/new'), areOffered, authUrl);
      assert.equal(/Here it is a number\./.test(readText(security)), !areOffered, authUrl);
    }
  });

  test('mail is no choice where none is sent, and a choice of it is not lost', async (t) => {
    const world = await startAccounts(t);
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    assert.doesNotMatch((await browser.get('/notices')).body, /<option value="mail"/);
    const inboxes = createNoticeInboxStore(world.database);
    const before = (await inboxes.readInbox(person.user.id)).ways;
    assert.equal(before.app, 'mail');
    await browser.post('/notices/ways', { app: 'bell', received: 'none' });
    const after = (await inboxes.readInbox(person.user.id)).ways;
    assert.deepEqual({ ...after }, { ...before, received: 'none' });
  });

  test('where no proof is published yet, the page does not promise one in an hour', async (t) => {
    const world = await startAccounts(t);
    const text = readText(await world.browser().get('/proof'));
    assert.match(text, /once enough people have had money here/);
    assert.doesNotMatch(text, /in an hour|Every hour, this service publishes/);
  });

  test('a field that is wrong is marked, and has the focus', async (t) => {
    const world = await startAccounts(t, { changes: { signup: 'open' } });
    const wrong = { email: 'ada@example.com', name: 'Ada', new_password: 'short' };
    const signUp = await world.browser().post('/sign-up', wrong);
    assert.equal(signUp.statusCode, 400);
    assert.match(signUp.body, /class="field wrong">\s*<label for="field-new_password"/);
    assert.match(signUp.body, /id="field-new_password"[^>]* autofocus/);
    assert.doesNotMatch(signUp.body, /id="field-email"[^>]* autofocus/);
    const browser = await world.signedIn(await world.addPerson());
    const profile = await browser.post('/profile', { name: 'Ada', avatar: 'http://x' });
    assert.match(profile.body, /class="field wrong">\s*<label for="field-avatar"/);
  });
});

test('below an icon stand the whole words that a phone has room for', () => {
  assert.equal(shortName('Satchel'), 'Satchel');
  assert.equal(shortName('Twelve chars'), 'Twelve chars');
  assert.equal(shortName('Lightning wallet of the village'), 'Lightning');
  assert.equal(shortName('Genossenschaftsgeldbeutel'), 'Genossenschaftsgeldbeutel');
});
