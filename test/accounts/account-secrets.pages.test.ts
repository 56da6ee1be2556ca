import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inviteUser } from '../../src/accounts/invite-user.ts';
import { offerPasswordReset } from '../../src/accounts/offer-password-reset.ts';
import { offerSetUp } from '../../src/accounts/offer-set-up.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { startAccounts } from '../support/account-world.ts';
import { addPasskey } from '../support/add-passkey.ts';
import { setUpApp } from '../support/authenticator-app.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import { readEverything } from '../support/read-everything.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';

const world = await startAccounts({ after }, { hasMail: true, changes: { signup: 'open' } });

const tokenIn = (text = ''): string => /token=([\w-]{43})/.exec(text)?.[1] ?? '';
const cookiesOf = (browser: Browser): readonly string[] =>
  ['__Host-satchel_session', '__Host-satchel_browser'].flatMap(
    (name) => browser.cookie(name) ?? [],
  );

test('G1 G3 what was given out stands in no table and in no log', async () => {
  const secrets = new Map<string, string>();
  const note = (what: string, secret: string): void => {
    assert(secret.length >= 12, `${what} was given out`);
    secrets.set(what, secret);
  };
  const { accounts, clock } = world;
  const setUp = await offerSetUp(accounts);
  note('set-up link', tokenIn(setUp?.address));
  const person = await world.addPerson({ isAdmin: true });
  note('password', person.password);
  const browser = world.browser();
  await browser.get('/profile');
  note('guest session', cookiesOf(browser)[0] ?? '');
  const page = await browser.get('/sign-in');
  note('form token', readHidden(page, 'csrf_token'));
  const { user, email, password } = person;
  await browser.post('/sign-in', { email, password });
  for (const [index, cookie] of cookiesOf(browser).entries()) note(`cookie ${index}`, cookie);

  const drafted = await browser.get('/security/authenticator');
  note(
    'secret of the app',
    /secret&#61;([A-Z2-7]{32})|secret=([A-Z2-7]{32})/.exec(drafted.body)?.[0].slice(-32) ?? '',
  );
  const app = await setUpApp(browser, clock.now());
  const codes = app.backupCodes.flatMap((code) => [code, code.replaceAll('-', '')]);
  for (const [index, code] of codes.entries()) note(`backup code ${index}`, code);
  const key = createSoftPasskey();
  await addPasskey(browser, key, password);

  clock.move(60_000);
  const other = world.browser();
  await other.post('/sign-in', { email, password });
  for (const [index, cookie] of cookiesOf(other).entries()) note(`half session ${index}`, cookie);
  await other.post('/sign-in/second-factor', { code: app.codeAt(clock.now()) });
  note('session after a code', cookiesOf(other)[0] ?? '');

  const invited = await inviteUser(accounts, {
    email: 'b@example.com',
    makesAdmin: false,
    by: THE_COMMAND_LINE,
    reader: UNKNOWN_READER,
  });
  assert(invited.ok);
  note('invitation', tokenIn(invited.value.address));
  const reset = await offerPasswordReset(accounts, {
    user,
    removesSecondFactor: false,
    by: THE_COMMAND_LINE,
  });
  note('reset link', tokenIn(reset.address));
  const input = { email: 'c@example.com', name: '', new_password: 'password of a sign-up' };
  await world.browser().post('/sign-up', input);
  note('password of a sign-up', input.new_password);
  await browser.post('/security/email', { email: 'd@example.com', password });
  await world.browser().post('/sign-in/link', { email });
  await world.settled();
  const links = world.mails.map(({ text }) => text).filter((text) => text.includes('token='));
  assert.equal(links.length, 5, 'invitation, reset, sign-up, address, browser');
  for (const [index, text] of links.entries()) note(`mailed link ${index}`, tokenIn(text));
  const change = { password, new_password: 'another password' };
  await browser.post('/security/password', change);
  note('new password', change.new_password);
  note('session after a new password', cookiesOf(browser)[0] ?? '');
  await browser.post('/sign-out');

  const stored = await readEverything(world.database);
  assert(stored.includes(email), 'the tables were read');
  assert(world.logged().includes('"message"') || world.logged().includes('"msg"'), 'and the log');
  for (const [what, secret] of secrets) {
    for (const form of [secret, Buffer.from(secret).toString('hex')]) {
      assert(!stored.includes(form), `${what} stands in a table`);
      assert(!world.logged().includes(form), `${what} stands in the log`);
    }
  }
  const raw = Buffer.from(secrets.get('guest session') ?? '', 'base64url').toString('hex');
  assert(!stored.includes(raw));
});

test('G6 pages that show secrets are kept by no cache, and send nobody their address', async () => {
  const browser = await world.signedIn(await world.addPerson({ isAdmin: true }));
  const shown = await browser.post('/operate/invitations', { email: '' });
  const link = /data-copy="[^"]*token/.test(shown.body);
  assert(link, 'without a reader there is nobody to mail it to');
  for (const answer of [shown, await browser.get('/security/authenticator')]) {
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['x-frame-options'], 'DENY');
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'none'/);
  }
});
