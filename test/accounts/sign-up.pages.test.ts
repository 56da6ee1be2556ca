import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inviteUser } from '../../src/accounts/invite-user.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { startAccounts } from '../support/account-world.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { isOver, pathIn, pathOf, useLink } from '../support/use-link.ts';

const PASSWORD = 'a password of my own';

let count = 0;
const newEmail = (): string => {
  count += 1;
  return `reader-${count}@example.com`;
};

describe('H2 signing up', () => {
  const fields = (email: string) => ({ email, name: 'Ada', new_password: PASSWORD });

  test('is closed unless the operator opens it', async (t) => {
    for (const signup of ['closed', 'invite'] as const) {
      const own = await startAccounts(t, { changes: { signup } });
      assert.equal((await own.browser().get('/sign-up')).statusCode, 403);
      const answer = await own.browser().post('/sign-up', fields(newEmail()));
      assert.equal(answer.statusCode, 403);
      assert.deepEqual(await own.accounts.users.listUsers(), []);
      assert.doesNotMatch((await own.browser().get('/sign-in')).body, /sign-up/);
    }
  });

  test('without mail: same answer for an address that has an account, which stays', async (t) => {
    const own = await startAccounts(t, { changes: { signup: 'open' } });
    const person = await own.addPerson();
    const email = newEmail();
    const made = await own.browser().post('/sign-up', fields(email));
    const known = await own.browser().post('/sign-up', fields(person.email));
    assert.equal(made.statusCode, 200);
    assert.equal(known.statusCode, made.statusCode);
    assert.equal(known.body.replaceAll(person.email, ''), made.body.replaceAll(email, ''));
    await own.signedIn({ ...person, email, password: PASSWORD });
    await own.signedIn(person);
    const wrong = { email: person.email, password: PASSWORD };
    assert.equal((await own.browser().post('/sign-in', wrong)).statusCode, 400);
  });

  test('without mail: the next page signs in with the address, and offers a Lightning address', async (t) => {
    const own = await startAccounts(t, { changes: { signup: 'open' } });
    const email = newEmail();
    const browser = own.browser();
    const ready = await browser.post('/sign-up', fields(email));
    const form = await browser.get(readLink(ready, 'Sign in'));
    assert.match(form.body, new RegExp(`name="email"[^>]*value="${email}"`));
    const signedIn = await browser.post('/sign-in', { email, password: PASSWORD });
    assert.deepEqual([signedIn.statusCode, signedIn.headers.location], [303, '/address']);
  });

  test('with mail: same answer, and the account begins with the link', async (t) => {
    const own = await startAccounts(t, { hasMail: true, changes: { signup: 'open' } });
    const person = await own.addPerson();
    const email = newEmail();
    const fresh = await own.browser().post('/sign-up', { email });
    const known = await own.browser().post('/sign-up', { email: person.email });
    await own.settled();
    assert.equal(known.statusCode, fresh.statusCode);
    assert.equal(known.body.replaceAll(person.email, ''), fresh.body.replaceAll(email, ''));
    assert.equal(await own.accounts.users.findUserByEmail(email), null);
    const mailTo = (address: string) => own.mails.find(({ to }) => to === address);
    const [link, notice] = [mailTo(email), mailTo(person.email)];
    assert.equal(own.mails.length, 2);
    assert.match(notice?.text ?? '', /already has a wallet/);
    const path = pathIn(link?.text);
    const browser = own.browser();
    assert.match(readText(await browser.get(path)), new RegExp(email));
    const answer = await useLink(browser, path, { name: 'Ada', new_password: PASSWORD });
    assert.equal(answer.headers.location, '/');
    assert.equal((await own.accounts.users.findUserByEmail(email))?.name, 'Ada');
    await own.signedIn({ ...person, email, password: PASSWORD });
    await own.signedIn(person);
    assert(isOver(await own.browser().get(path)));
  });

  test('with mail: a link proves the address, and its reader alone chooses the password', async (t) => {
    const own = await startAccounts(t, { hasMail: true, changes: { signup: 'open' } });
    const email = newEmail();
    const theirs = 'a password of an attacker';
    const form = await own.browser().get('/sign-up');
    assert.doesNotMatch(form.body, /name="new_password"/);
    await own.browser().post('/sign-up', { email, name: 'Mallory', new_password: theirs });
    await own.settled();
    await own.browser().post('/sign-up', { email });
    await own.settled();
    const [first, second] = own.mails.map(({ text }) => pathIn(text));
    assert(first !== undefined && second !== undefined);
    assert(isOver(await own.browser().get(first)), 'a newer request ends the older link');
    const browser = own.browser();
    const without = await useLink(browser, second, {});
    assert.equal(without.statusCode, 400, 'there is no password yet');
    assert.match(readText(without), /8 to 256 characters/);
    assert.equal(await own.accounts.users.findUserByEmail(email), null);
    const made = await useLink(browser, second, { new_password: PASSWORD });
    assert.equal(made.headers.location, '/');
    const user = await own.accounts.users.findUserByEmail(email);
    assert.equal(user?.name, null, 'nothing is left of what the other asker typed');
    const refused = await own.browser().post('/sign-in', { email, password: theirs });
    assert.equal(refused.statusCode, 400);
  });

  test('with mail: all other links to an account of that address end with the first', async (t) => {
    const own = await startAccounts(t, { hasMail: true, changes: { signup: 'open' } });
    const email = newEmail();
    const invited = await inviteUser(own.accounts, {
      email,
      makesAdmin: true,
      by: THE_COMMAND_LINE,
      reader: UNKNOWN_READER,
    });
    assert(invited.ok);
    await own.browser().post('/sign-up', { email });
    await own.settled();
    await useLink(own.browser(), pathIn(own.mails[1]?.text), { new_password: PASSWORD });
    assert.notEqual(await own.accounts.users.findUserByEmail(email), null);
    assert(isOver(await own.browser().get(pathOf(invited.value.address))));
  });

  test('says what is wrong with address or password', async (t) => {
    const own = await startAccounts(t, { changes: { signup: 'open' } });
    const bad = await own.browser().post('/sign-up', fields('no address'));
    assert.match(readText(bad), /not an e-mail address/);
    const short = { ...fields(newEmail()), new_password: 'short' };
    const refused = await own.browser().post('/sign-up', short);
    assert.match(readText(refused), /8 to 256 characters/);
    assert.match(refused.body, /value="Ada"/, 'what was typed is there again');
    assert.doesNotMatch(refused.body, /short"/, 'but never a password');
    const wrong = { email: 'no address', name: 'ann@shop.example', new_password: 'short' };
    const text = readText(await own.browser().post('/sign-up', wrong));
    for (const problem of [/not an e-mail address/, /cannot contain @/, /8 to 256 characters/]) {
      assert.match(text, problem, 'all at once');
    }
  });
});
