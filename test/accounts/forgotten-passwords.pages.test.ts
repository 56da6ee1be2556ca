import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { askPasswordReset } from '../../src/accounts/ask-password-reset.ts';
import { MAIL_ATTEMPTS, RESET_LINK_MS } from '../../src/accounts/limits.ts';
import { offerPasswordReset } from '../../src/accounts/offer-password-reset.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { MailFault } from '../../src/base/mailer.ts';
import { UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { type AccountWorld, type Person, startAccounts } from '../support/account-world.ts';
import { setUpApp } from '../support/authenticator-app.ts';
import { readText } from '../support/page-visitor.ts';
import { isOver, pathIn, pathOf, useLink } from '../support/use-link.ts';

const world = await startAccounts({ after });
const PASSWORD = 'a password of my own';

describe('a new password by link', () => {
  const offer = async ({ user }: Person, removesSecondFactor = false) => {
    const { address } = await offerPasswordReset(world.accounts, {
      user,
      removesSecondFactor,
      by: THE_COMMAND_LINE,
    });
    return pathOf(address);
  };

  test('ends all sessions and signs nobody in', async () => {
    const person = await world.addPerson();
    const home = await world.signedIn(person);
    const browser = world.browser();
    const answer = await useLink(browser, await offer(person), { new_password: PASSWORD });
    assert.equal(answer.headers.location, '/sign-in');
    assert.match(readText(await browser.get('/sign-in')), /Your password is changed/);
    assert.equal((await home.get('/profile')).statusCode, 303);
    assert.equal((await browser.get('/profile')).statusCode, 303);
    await world.signedIn({ ...person, password: PASSWORD });
  });

  test('works once, and ends when the password is changed otherwise', async () => {
    const person = await world.addPerson();
    const [one, two] = [await offer(person), await offer(person)];
    await useLink(world.browser(), one, { new_password: PASSWORD });
    assert(isOver(await world.browser().get(one)));
    assert(isOver(await world.browser().get(two)));
  });

  test('leaves the second factor, unless the operator says otherwise', async () => {
    const person = await world.addPerson();
    await setUpApp(await world.signedIn(person), world.clock.now());
    await useLink(world.browser(), await offer(person), { new_password: PASSWORD });
    const fields = { email: person.email, password: PASSWORD };
    const half = await world.browser().post('/sign-in', fields);
    assert.equal(half.headers.location, '/sign-in/second-factor');
    await useLink(world.browser(), await offer(person, true), { new_password: PASSWORD });
    const whole = await world.browser().post('/sign-in', fields);
    assert.equal(whole.headers.location, '/');
  });
});

describe('H2 who forgot his password', () => {
  const ask = async (own: AccountWorld, email: string) => {
    const answer = await own.browser().post('/forgot-password', { email });
    await own.settled();
    return answer;
  };

  test('gets the same answer for an address that nobody has', async (t) => {
    for (const hasMail of [true, false]) {
      const own = await startAccounts(t, { hasMail });
      const { email } = await own.addPerson();
      const known = await ask(own, email);
      const unknown = await ask(own, 'nobody@example.com');
      const nonsense = await ask(own, 'no address');
      assert.equal(known.statusCode, 200);
      for (const other of [unknown, nonsense]) {
        assert.equal(other.statusCode, known.statusCode);
        assert.equal(other.body, known.body);
      }
    }
  });

  test('… before anything is looked up', async () => {
    const { email } = await world.addPerson();
    const browser = world.browser();
    await browser.get('/forgot-password');
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const credentials = {
      ...world.accounts.credentials,
      findCredentials: (text: string) =>
        gate.then(() => world.accounts.credentials.findCredentials(text)),
    };
    askPasswordReset({ ...world.accounts, credentials }, email, UNKNOWN_READER);
    assert.equal((await world.accounts.credentials.listResetAsked(100)).size, 0);
    release();
    await world.settled();
    assert.equal((await world.accounts.credentials.listResetAsked(100)).size, 1);
  });

  test('gets a link by mail, which works an hour', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const person = await own.addPerson();
    await ask(own, person.email);
    await ask(own, 'nobody@example.com');
    assert.equal(own.mails.length, 1);
    const link = pathIn(own.mails[0]?.text);
    const answer = await useLink(own.browser(), link, { new_password: PASSWORD });
    assert.equal(answer.headers.location, '/sign-in');
    await ask(own, person.email);
    own.clock.move(RESET_LINK_MS);
    await own.settled();
    assert(isOver(await own.browser().get(pathIn(own.mails[2]?.text))));
  });

  test('is not flooded with mail by strangers', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const { email } = await own.addPerson();
    for (let index = 0; index < 10; index += 1) await ask(own, email);
    assert.equal(own.mails.length, MAIL_ATTEMPTS.burst);
  });

  test('is shown to the operator where there is no mail, or where it is refused', async (t) => {
    const refusal = new MailFault('recipient', '550 5.1.1 no such mailbox');
    const mailer = { send: () => Promise.reject(refusal) };
    for (const mail of [{}, { hasMail: true, mailer }]) {
      const own = await startAccounts(t, mail);
      const person = await own.addPerson();
      await ask(own, person.email);
      const admin = await own.signedIn(await own.addPerson({ isAdmin: true }));
      assert.match(readText(await admin.get('/operate/users')), /Asked for a new password/);
      assert.match(own.logged(), /asked for a new password/);
    }
  });

  test('gets nothing while his account is switched off', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const { user, email } = await own.addPerson();
    await own.accounts.users.updateUser(user.id, { disabledAt: own.clock.now() });
    await ask(own, email);
    assert.deepEqual(own.mails, []);
  });
});
