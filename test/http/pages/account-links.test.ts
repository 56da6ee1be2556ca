import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  INVITATION_MS,
  MAIL_ATTEMPTS,
  RESET_LINK_MS,
  SET_UP_LINK_MS,
} from '../../../src/base/limits.ts';
import { askPasswordReset } from '../../../src/usecases/ask-password-reset.ts';
import { inviteUser } from '../../../src/usecases/invite-user.ts';
import { offerPasswordReset } from '../../../src/usecases/offer-password-reset.ts';
import { offerSetUp } from '../../../src/usecases/offer-set-up.ts';
import { type AccountWorld, startAccounts } from '../../support/account-world.ts';
import { setUpApp } from '../../support/authenticator-app.ts';
import { type Answer, type Browser, readHidden } from '../../support/browser.ts';
import { readText } from '../../support/page-visitor.ts';

const world = await startAccounts({ after });
const PASSWORD = 'a password of my own';

/** Path and query, as a browser asks for them. */
const pathOf = (address: string): string => address.replace('https://wallet.example', '');

async function invite(email: string | null, makesAdmin = false): Promise<string> {
  const invited = await inviteUser(world.accounts, { email, makesAdmin });
  assert(invited.ok && !invited.value.isMailed);
  return pathOf(invited.value.address);
}

/** Opens a link and sends its form, as its reader does. */
async function useLink(
  browser: Browser,
  link: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const page = await browser.get(link);
  if (page.statusCode !== 200) return page;
  const token = readHidden(page, 'token');
  return browser.post(link.split('?')[0] ?? '', { token, ...fields });
}

const isOver = (answer: Answer): boolean =>
  answer.statusCode === 410 && /does not work any more/.test(answer.body);

let count = 0;
const newEmail = (): string => {
  count += 1;
  return `reader-${count}@example.com`;
};

describe('an invitation', () => {
  test('makes an account with a password of its reader, and signs him in', async () => {
    const email = newEmail();
    const link = await invite(email);
    const browser = world.browser();
    const page = await browser.get(link);
    assert.match(readText(page), new RegExp(`You are invited.*${email}`));
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(page.headers['cache-control'], 'no-store');
    const answer = await useLink(browser, link, { new_password: PASSWORD, name: ' Ada ' });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
    assert.equal((await browser.get('/profile')).statusCode, 200);
    const user = await world.accounts.users.findUserByEmail(email);
    assert.deepEqual([user?.name, user?.isAdmin], ['Ada', false]);
  });

  test('works once, and says so after', async () => {
    const link = await invite(newEmail());
    await useLink(world.browser(), link, { new_password: PASSWORD });
    assert(isOver(await world.browser().get(link)));
    const [path = '', token = ''] = link.split('?token=');
    const answer = await world.browser().post(path, { token, new_password: PASSWORD });
    assert(isOver(answer));
  });

  test('is not used up by being opened, nor by a bad password', async () => {
    const link = await invite(newEmail());
    for (let index = 0; index < 3; index += 1) {
      assert.equal((await world.browser().get(link)).statusCode, 200);
    }
    const browser = world.browser();
    const bad = await useLink(browser, link, { new_password: 'short' });
    assert.equal(bad.statusCode, 400);
    assert.match(readText(bad), /8 to 256 characters/);
    const good = await useLink(browser, link, { new_password: PASSWORD });
    assert.equal(good.statusCode, 303);
  });

  test('for nobody in particular lets its reader name himself, but nobody else', async () => {
    const person = await world.addPerson();
    const link = await invite(null, true);
    const browser = world.browser();
    const taken = await useLink(browser, link, { email: person.email, new_password: PASSWORD });
    assert.equal(taken.statusCode, 400);
    assert.match(readText(taken), /cannot be used/);
    const email = newEmail();
    const answer = await useLink(browser, link, { email, new_password: PASSWORD });
    assert.equal(answer.statusCode, 303);
    assert.equal((await world.accounts.users.findUserByEmail(email))?.isAdmin, true);
  });

  test('names its address itself, whatever the form says', async () => {
    const [invited, other] = [newEmail(), newEmail()];
    const link = await invite(invited);
    await useLink(world.browser(), link, { email: other, new_password: PASSWORD });
    assert.notEqual(await world.accounts.users.findUserByEmail(invited), null);
    assert.equal(await world.accounts.users.findUserByEmail(other), null);
  });

  test('ends by itself', async () => {
    const link = await invite(newEmail());
    world.clock.move(INVITATION_MS);
    assert(isOver(await world.browser().get(link)));
  });

  test('opens no page but its own, and its token is stored as a hash', async () => {
    const link = await invite(newEmail());
    const token = link.split('?token=')[1] ?? '';
    assert.match(token, /^[\w-]{43}$/);
    for (const path of ['/set-up', '/sign-up/confirm', '/reset-password', '/confirm-email']) {
      assert(isOver(await world.browser().get(`${path}?token=${token}`)), path);
      const answer = await world.browser().post(path, { token, new_password: PASSWORD });
      assert(isOver(answer), path);
    }
    for (const bad of ['', '?token=', `?token=${'x'.repeat(5000)}`]) {
      assert(isOver(await world.browser().get(`/invitation${bad}`)), bad);
    }
    assert(!world.logged().includes(token));
    assert.equal((await world.browser().get(link)).statusCode, 200, 'and it still works');
  });

  test('is mailed where mail is set up, and shown where that fails', async (t) => {
    const mailing = await startAccounts(t, { hasMail: true });
    const email = newEmail();
    const invited = await inviteUser(mailing.accounts, { email, makesAdmin: false });
    assert(invited.ok && invited.value.isMailed);
    const [mail] = mailing.mails;
    assert.equal(mail?.to, email);
    assert(mail?.text.includes(invited.value.address));
    const mailer = { send: () => Promise.reject(new Error('no mail today')) };
    const failing = await startAccounts(t, { changes: { mailer } });
    const shown = await inviteUser(failing.accounts, { email, makesAdmin: false });
    assert(shown.ok && !shown.value.isMailed);
    assert.match(failing.logged(), /a mail could not be sent/);
    assert(!failing.logged().includes(shown.value.address.split('token=')[1] ?? ''));
  });
});

describe('the set-up link', () => {
  const startFresh = async (t: { after(fn: () => Promise<void>): void }) => {
    const fresh = await startAccounts(t);
    const made = await offerSetUp(fresh.accounts);
    assert(made !== null);
    return { fresh, link: pathOf(made.address) };
  };

  test('makes the first admin, and then there is none any more', async (t) => {
    const { fresh, link } = await startFresh(t);
    const second = await offerSetUp(fresh.accounts);
    const browser = fresh.browser();
    const fields = { email: 'operator@example.com', new_password: PASSWORD };
    const answer = await useLink(browser, link, fields);
    assert.equal(answer.headers.location, '/');
    assert.equal((await browser.get('/admin/users')).statusCode, 200);
    assert.equal(await offerSetUp(fresh.accounts), null);
    assert(isOver(await fresh.browser().get(link)));
    assert(isOver(await fresh.browser().get(pathOf(second?.address ?? ''))));
  });

  test('is made although there are users, as long as none is an admin', async (t) => {
    const { fresh } = await startFresh(t);
    await fresh.addPerson();
    assert.notEqual(await offerSetUp(fresh.accounts), null);
  });

  test('ends by itself, and until it is used no door stands open', async (t) => {
    const { fresh, link } = await startFresh(t);
    for (const path of ['/set-up', '/admin/users', '/admin']) {
      assert.notEqual((await fresh.browser().get(path)).statusCode, 200, path);
    }
    fresh.clock.move(SET_UP_LINK_MS);
    assert(isOver(await fresh.browser().get(link)));
  });
});

describe('a new password by link', () => {
  const offer = async (email: string, removesSecondFactor = false) => {
    const offered = await offerPasswordReset(world.accounts, { email, removesSecondFactor });
    assert(offered.ok);
    return pathOf(offered.value.address);
  };

  test('ends all sessions and signs nobody in', async () => {
    const person = await world.addPerson();
    const home = await world.signedIn(person);
    const browser = world.browser();
    const answer = await useLink(browser, await offer(person.email), { new_password: PASSWORD });
    assert.equal(answer.headers.location, '/sign-in');
    assert.match(readText(await browser.get('/sign-in')), /Your password is changed/);
    assert.equal((await home.get('/profile')).statusCode, 303);
    assert.equal((await browser.get('/profile')).statusCode, 303);
    await world.signedIn({ ...person, password: PASSWORD });
  });

  test('works once, and ends when the password is changed otherwise', async () => {
    const person = await world.addPerson();
    const [one, two] = [await offer(person.email), await offer(person.email)];
    await useLink(world.browser(), one, { new_password: PASSWORD });
    assert(isOver(await world.browser().get(one)));
    assert(isOver(await world.browser().get(two)));
  });

  test('leaves the second factor, unless the operator says otherwise', async () => {
    const person = await world.addPerson();
    await setUpApp(await world.signedIn(person), world.clock.now());
    await useLink(world.browser(), await offer(person.email), { new_password: PASSWORD });
    const fields = { email: person.email, password: PASSWORD };
    const half = await world.browser().post('/sign-in', fields);
    assert.equal(half.headers.location, '/sign-in/second-factor');
    await useLink(world.browser(), await offer(person.email, true), { new_password: PASSWORD });
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
    const users = {
      ...world.accounts.users,
      findUserByEmail: (text: string) =>
        gate.then(() => world.accounts.users.findUserByEmail(text)),
    };
    askPasswordReset({ ...world.accounts, users }, email);
    assert.equal((await world.accounts.credentials.listResetAsked()).size, 0);
    release();
    await world.settled();
    assert.equal((await world.accounts.credentials.listResetAsked()).size, 1);
  });

  test('gets a link by mail, which works an hour', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const person = await own.addPerson();
    await ask(own, person.email);
    await ask(own, 'nobody@example.com');
    assert.equal(own.mails.length, 1);
    const link = /https:\S+/.exec(own.mails[0]?.text ?? '')?.[0] ?? '';
    const answer = await useLink(own.browser(), pathOf(link), { new_password: PASSWORD });
    assert.equal(answer.headers.location, '/sign-in');
    await ask(own, person.email);
    const second = /https:\S+/.exec(own.mails[1]?.text ?? '')?.[0] ?? '';
    own.clock.move(RESET_LINK_MS);
    assert(isOver(await own.browser().get(pathOf(second))));
  });

  test('is not flooded with mail by strangers', async (t) => {
    const own = await startAccounts(t, { hasMail: true });
    const { email } = await own.addPerson();
    for (let index = 0; index < 10; index += 1) await ask(own, email);
    assert.equal(own.mails.length, MAIL_ATTEMPTS.burst);
  });

  test('is shown to the operator where there is no mail, or where it fails', async (t) => {
    const mailer = { send: () => Promise.reject(new Error('no mail today')) };
    for (const changes of [{}, { mailer }]) {
      const own = await startAccounts(t, { changes });
      const person = await own.addPerson();
      await ask(own, person.email);
      const admin = await own.signedIn(await own.addPerson({ isAdmin: true }));
      assert.match(readText(await admin.get('/admin/users')), /Asked for a new password/);
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

  test('with mail: same answer, and the account begins with the link', async (t) => {
    const own = await startAccounts(t, { hasMail: true, changes: { signup: 'open' } });
    const person = await own.addPerson();
    const email = newEmail();
    const fresh = await own.browser().post('/sign-up', fields(email));
    const known = await own.browser().post('/sign-up', fields(person.email));
    await own.settled();
    assert.equal(known.statusCode, fresh.statusCode);
    assert.equal(known.body.replaceAll(person.email, ''), fresh.body.replaceAll(email, ''));
    assert.equal(await own.accounts.users.findUserByEmail(email), null);
    const mailTo = (address: string) => own.mails.find(({ to }) => to === address);
    const [link, notice] = [mailTo(email), mailTo(person.email)];
    assert.equal(own.mails.length, 2);
    assert.match(notice?.text ?? '', /has one already/);
    const path = pathOf(/https:\S+/.exec(link?.text ?? '')?.[0] ?? '');
    const browser = own.browser();
    assert.match(readText(await browser.get(path)), new RegExp(email));
    const answer = await useLink(browser, path, {});
    assert.equal(answer.headers.location, '/');
    await own.signedIn({ ...person, email, password: PASSWORD });
    await own.signedIn(person);
    assert(isOver(await own.browser().get(path)));
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
  });
});
