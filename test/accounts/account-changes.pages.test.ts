import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { askBrowserLink } from '../../src/accounts/ask-browser-link.ts';
import { askPasswordReset } from '../../src/accounts/ask-password-reset.ts';
import {
  CONFIRMATION_MS,
  MAIL_ATTEMPTS,
  PASSWORD_ATTEMPTS,
  RESET_LINK_MS,
} from '../../src/accounts/limits.ts';
import { makeLink } from '../../src/accounts/make-link.ts';
import { UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { isOver, pathIn, pathOf, useLink } from '../support/use-link.ts';

const world = await startAccounts({ after });

describe('the profile', () => {
  const NPUB = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg';
  const HEX = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e';

  test('names all that is wrong with it at once', async () => {
    const browser = await world.signedIn(await world.addPerson());
    const wrong = { name: 'ann@shop.example', avatar: 'no address', nostr_key: 'no key' };
    const answer = await browser.post('/profile', wrong);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.body.split('class="field wrong"').length - 1, 3);
    assert.equal(answer.body.split(' autofocus').length - 1, 1);
  });

  test('is what apps are told with account:read', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const fields = { name: ' Ada ', avatar: 'https://example.com/a.png', nostr_key: NPUB };
    assert.equal((await browser.post('/profile', fields)).headers.location, '/profile');
    const page = await browser.get('/profile');
    assert.match(readText(page), /Your profile is saved\./);
    assert.match(page.body, /value="Ada"/);
    const user = await world.accounts.users.findUser(person.user.id);
    assert.deepEqual([user?.name, user?.avatar, user?.nostrPubkey], ['Ada', fields.avatar, NPUB]);
    await browser.post('/profile', { name: '', avatar: '', nostr_key: '' });
    const cleared = await world.accounts.users.findUser(person.user.id);
    assert.deepEqual([cleared?.name, cleared?.avatar, cleared?.nostrPubkey], [null, null, null]);
  });

  test('takes a nostr key as hex and as a link, which is the same key', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    for (const written of [HEX, `nostr:${NPUB}`]) {
      await browser.post('/profile', { nostr_key: written });
      assert.equal((await world.accounts.users.findUser(person.user.id))?.nostrPubkey, NPUB);
      await browser.post('/profile', { nostr_key: '' });
    }
  });

  test('says what cannot be used, and keeps what was typed', async () => {
    const browser = await world.signedIn(await world.addPerson());
    for (const fields of [
      { avatar: 'http://example.com/a.png' },
      { avatar: 'javascript:alert(1)' },
      { nostr_key: 'npub1nonsense' },
      { nostr_key: HEX.slice(1) },
    ]) {
      const answer = await browser.post('/profile', { name: '"><script>', ...fields });
      assert.equal(answer.statusCode, 400, JSON.stringify(fields));
      assert.doesNotMatch(answer.body, /<script>/);
      assert.match(answer.body, /value="&#34;&#62;&#60;script&#62;"/);
    }
  });
});

describe('what is dangerous', () => {
  const PATHS = [
    '/security/authenticator',
    '/security/authenticator/remove',
    '/security/backup-codes',
  ];

  test('asks for the password again after a while, and then goes on', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    world.clock.move(CONFIRMATION_MS);
    for (const path of PATHS) {
      assert.match(String((await browser.get(path)).headers.location), /^\/confirm(\?|$)/, path);
      assert.match(String((await browser.post(path)).headers.location), /^\/confirm(\?|$)/, path);
    }
    await browser.get('/security/authenticator');
    const wrong = await browser.post('/confirm', { password: 'not it' });
    assert.match(readText(wrong), /This is not your password/);
    assert.match(wrong.body, /class="field wrong">\s*<label for="field-password"/);
    assert.match(
      String((await browser.get('/security/authenticator')).headers.location),
      /^\/confirm(\?|$)/,
    );
    const right = await browser.post('/confirm', { password: person.password });
    assert.equal(right.headers.location, '/security/authenticator');
    assert.equal((await browser.get('/security/authenticator')).statusCode, 200);
    const again = await browser.post('/confirm', { password: person.password });
    assert.equal(again.headers.location, '/security', 'the way back is taken once');
  });

  test('I1 guesses at the confirmation are counted', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    for (let index = 0; index < PASSWORD_ATTEMPTS.burst; index += 1) {
      assert.equal((await browser.post('/confirm', { password: 'not it' })).statusCode, 400);
    }
    const answer = await browser.post('/confirm', { password: person.password });
    assert.equal(answer.statusCode, 429);
    const change = { password: person.password, new_password: 'another password' };
    assert.equal((await browser.post('/security/password', change)).statusCode, 429);
  });
});

describe('another e-mail address', () => {
  const change = (browser: Browser, { password }: Person, email: string) =>
    browser.post('/security/email', { email, password });

  test('without mail counts at once', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const answer = await change(browser, person, ' New-Address@example.com ');
    assert.equal(answer.headers.location, '/security');
    assert.match(readText(await browser.get('/security')), /new-address@example\.com/);
    await world.signedIn({ ...person, email: 'new-address@example.com' });
  });

  test('asks who changes it, also right after they have signed in', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const email = `new-${person.email}`;
    const asked = await browser.post('/security/email', { email });
    assert.match(
      readText(asked),
      new RegExp(`New e-mail address ${email} .*Is it you|Is it you.*${email}`),
    );
    const wrong = await change(browser, { ...person, password: 'not it' }, email);
    assert.equal(wrong.statusCode, 400);
    assert.equal((await world.accounts.users.findUser(person.user.id))?.email, person.email);
  });

  test('is refused when it is none, or another’s', async () => {
    const [ada, bob] = [await world.addPerson(), await world.addPerson()];
    const browser = await world.signedIn(ada);
    assert.match(readText(await change(browser, ada, 'nonsense')), /not an e-mail address/);
    assert.match(readText(await change(browser, ada, bob.email)), /cannot be used/);
    await world.signedIn(ada);
  });

  test('with mail counts once its link is opened, and the old address is told', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const [ada, bob] = [await own.addPerson(), await own.addPerson()];
    const browser = await own.signedIn(ada);
    const email = 'ada-at-home@example.com';
    const free = await change(browser, ada, email);
    const freeText = readText(await browser.get('/security'));
    const taken = await change(browser, ada, bob.email);
    const takenText = readText(await browser.get('/security'));
    await own.settled();
    assert.equal(taken.headers.location, free.headers.location);
    assert.equal(takenText, freeText, 'nobody learns who has an account');
    assert.deepEqual(
      own.mails.map(({ to }) => to),
      [email],
    );
    assert.equal((await own.accounts.users.findUser(ada.user.id))?.email, ada.email);
    const link = /https:\S+/.exec(own.mails[0]?.text ?? '')?.[0] ?? '';
    const path = link.replace('https://wallet.example', '');
    const page = await browser.get(path);
    assert.match(readText(page), new RegExp(`sign in as ${email}`));
    const token = readHidden(page, 'token');
    assert.equal((await browser.post('/confirm-email', { token })).headers.location, '/security');
    await own.settled();
    assert.equal((await own.accounts.users.findUser(ada.user.id))?.email, email);
    assert.equal(own.mails.at(-1)?.to, ada.email);
    assert.match(own.mails.at(-1)?.text ?? '', /If it was not you/);
    assert.equal((await browser.post('/confirm-email', { token })).statusCode, 410);
  });

  test('ends links of the old mailbox and all other sessions; this one goes on', async (t) => {
    for (const hasMail of [true, false]) {
      const own = await startAccounts(t, { hasMail });
      const ada = await own.addPerson();
      const [browser, other] = [await own.signedIn(ada), await own.signedIn(ada)];
      const order = { kind: 'password_reset', userId: ada.user.id, lifeMs: RESET_LINK_MS } as const;
      const reset = pathOf((await makeLink(own.accounts, order)).address);
      const before = browser.cookie('__Host-satchel_session');
      const email = `ada-elsewhere-${hasMail}@example.com`;
      await change(browser, ada, email);
      await own.settled();
      if (hasMail) {
        assert.equal((await other.get('/profile')).statusCode, 200, 'nothing counts yet');
        await useLink(browser, pathIn(own.mails[0]?.text), {});
      }
      assert.equal((await own.accounts.users.findUser(ada.user.id))?.email, email);
      assert(isOver(await own.browser().get(reset)));
      assert(isOver(await useLink(own.browser(), reset, { new_password: 'of a thief' })));
      assert.equal((await other.get('/profile')).statusCode, 303);
      assert.equal((await browser.get('/profile')).statusCode, 200);
      assert.notEqual(browser.cookie('__Host-satchel_session'), before, 'under a new secret');
    }
  });

  test('… and a link that was asked for just before goes to the old mailbox in vain', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const { credentials } = own.accounts;
    for (const ask of [askPasswordReset, askBrowserLink]) {
      const ada = await own.addPerson();
      const findCredentials = async (email: string) => {
        const found = await credentials.findCredentials(email);
        await credentials.changeEmail(ada.user.id, `new-${email}`);
        return found;
      };
      const accounts = { ...own.accounts, credentials: { ...credentials, findCredentials } };
      ask(accounts, ada.email, UNKNOWN_READER);
      await own.settled();
      const mail = own.mails.at(-1);
      assert.equal(mail?.to, ada.email);
      assert(isOver(await own.browser().get(pathIn(mail?.text))));
    }
  });

  test('… and one who opens the link where nobody is signed in is signed in nowhere', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const [ada, bob] = [await own.addPerson(), await own.addPerson()];
    const [home, bobs] = [await own.signedIn(ada), await own.signedIn(bob)];
    for (const [index, reader] of [own.browser(), bobs].entries()) {
      const browser =
        index === 0 ? home : await own.signedIn({ ...ada, email: 'ada-0@example.com' });
      await change(browser, ada, `ada-${index}@example.com`);
      await own.settled();
      const mail = own.mails.findLast(({ text }) => text.includes('token='));
      const cookie = reader.cookie('__Host-satchel_session');
      const answer = await useLink(reader, pathIn(mail?.text), {});
      assert.equal(answer.headers.location, '/security');
      await own.settled();
      assert.equal((await browser.get('/profile')).statusCode, 303);
      if (index === 1) assert.equal(reader.cookie('__Host-satchel_session'), cookie);
    }
    assert.match(readText(await bobs.get('/profile')), new RegExp(bob.email));
  });

  test('… unless somebody took it meanwhile', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const ada = await own.addPerson();
    const browser = await own.signedIn(ada);
    const email = 'wanted-by-two@example.com';
    await change(browser, ada, email);
    await own.settled();
    await own.addPerson({ email });
    const token = /token=(\S+)/.exec(own.mails[0]?.text ?? '')?.[1] ?? '';
    const answer = await browser.post('/confirm-email', { token });
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /cannot be used/);
    assert.equal((await own.accounts.users.findUser(ada.user.id))?.email, ada.email);
  });

  test('cannot be used to flood others with mail', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const ada = await own.addPerson();
    const browser = await own.signedIn(ada);
    const statuses: number[] = [];
    for (let index = 0; index <= MAIL_ATTEMPTS.burst; index += 1) {
      statuses.push((await change(browser, ada, `victim-${index}@example.com`)).statusCode);
    }
    assert.deepEqual(statuses, [...Array(MAIL_ATTEMPTS.burst).fill(303), 429]);
  });
});
