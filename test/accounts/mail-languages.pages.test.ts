import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { offerPasswordReset } from '../../src/accounts/offer-password-reset.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import type { Mail } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import type { Language } from '../../src/i18n/language.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { setUpApp } from '../support/authenticator-app.ts';
import type { Browser } from '../support/browser.ts';
import { pathIn, useLink } from '../support/use-link.ts';

const world = await startAccounts({ after }, { hasMail: true, changes: { signup: 'open' } });
const { users } = world.accounts;
const SITE = 'wallet.example';

let count = 0;
const newEmail = (): string => {
  count += 1;
  return `reader-of-mail-${count}@example.com`;
};

/** What is mailed because of this. */
async function mailedBy(work: () => Promise<unknown>): Promise<readonly Mail[]> {
  const before = world.mails.length;
  await work();
  await world.settled();
  return world.mails.slice(before);
}

const browserIn = (language: string): Browser => {
  const browser = world.browser();
  browser.speak(language);
  return browser;
};

const choose = (person: Person, language: Language | null, timeZone: string | null = null) =>
  users.changePreferences(person.user.id, { ...DEFAULT_PREFERENCES, language, timeZone });

/** A browser in which they have signed in, and have seen a page. */
async function signedIn(person: Person, language: string): Promise<Browser> {
  const browser = browserIn(language);
  const answer = await browser.post('/sign-in', {
    email: person.email,
    password: person.password,
  });
  assert.equal(answer.statusCode, 303);
  assert.equal((await browser.get('/')).statusCode, 200);
  return browser;
}

const subjectsIn = (language: Language) => textsOf(language).accountMails;

describe('mail to someone of whom nothing is known is in the language of the page', () => {
  test('a sign-up', async () => {
    const [mail] = await mailedBy(() => browserIn('de-AT').post('/sign-up', { email: newEmail() }));
    assert.equal(mail?.subject, `Bestätige deine Wallet bei ${SITE}`);
    assert.match(mail?.text ?? '', /Der Link funktioniert einmal, bis zum .* UTC\./);
  });

  test('an invitation, in that of the admin who writes it', async () => {
    const admin = await signedIn(await world.addPerson({ isAdmin: true }), 'pt-BR');
    const email = newEmail();
    const [mail] = await mailedBy(() =>
      admin.post('/operate/invitations', { email, role: 'user' }),
    );
    assert.deepEqual([mail?.to, mail?.subject], [email, `Seu convite para a carteira em ${SITE}`]);
  });

  test('a language that the service does not have becomes English', async () => {
    const [mail] = await mailedBy(() => browserIn('fr').post('/sign-up', { email: newEmail() }));
    assert.equal(mail?.subject, `Confirm your wallet at ${SITE}`);
  });
});

describe('mail to a user is in their own language, whoever asks for it', () => {
  const FORMS = [
    ['/sign-up', 'alreadySignedUp'],
    ['/forgot-password', 'passwordReset'],
    ['/sign-in/link', 'knownBrowser'],
  ] as const;

  for (const [path, matter] of FORMS) {
    test(`from ${path}`, async () => {
      const person = await world.addPerson();
      const { email } = person;
      const ask = () => mailedBy(() => browserIn('de').post(path, { email }));
      const subject = (language: Language) => subjectsIn(language)[matter].subject({ site: SITE });
      assert.deepEqual(
        (await ask()).map((mail) => mail.subject),
        [subject('de')],
        'nothing is known of them',
      );
      await signedIn(person, 'pt');
      assert.deepEqual(
        (await ask()).map((mail) => mail.subject),
        [subject('pt')],
        'their browser spoke it',
      );
      await choose(person, 'es');
      assert.deepEqual(
        (await ask()).map((mail) => mail.subject),
        [subject('es')],
        'they chose it',
      );
    });
  }

  test('… and its times are on their clocks', async () => {
    const person = await world.addPerson();
    await choose(person, 'de', 'Asia/Kolkata');
    const { email } = person;
    const [mail] = await mailedBy(() => world.browser().post('/forgot-password', { email }));
    assert.match(mail?.text ?? '', /bis\s+zum\s+[\d.]+,\s+\d\d:\d\d\s+GMT\+5:30\./);
  });

  test('the answer is the same as for an address that nobody has', async () => {
    const person = await world.addPerson();
    await choose(person, 'es');
    for (const [path] of FORMS) {
      const known = await browserIn('de').post(path, { email: person.email });
      const email = newEmail();
      const unknown = await browserIn('de').post(path, { email });
      assert.equal(known.statusCode, unknown.statusCode);
      assert.equal(known.body.replaceAll(person.email, ''), unknown.body.replaceAll(email, ''));
      assert.match(known.body, /<html lang="de"/);
    }
    await world.settled();
  });

  test('a link from the operator, and what was changed by it', async () => {
    const person = await world.addPerson();
    await signedIn(person, 'es');
    const user = await world.accounts.users.findUser(person.user.id);
    assert(user !== null);
    const order = { user, removesSecondFactor: false, by: THE_COMMAND_LINE };
    const [link] = await mailedBy(() => offerPasswordReset(world.accounts, order));
    assert.equal(link?.subject, subjectsIn('es').passwordReset.subject({ site: SITE }));
    const next = { new_password: 'another long password' };
    const [notice] = await mailedBy(() => useLink(browserIn('en'), pathIn(link?.text), next));
    const { security } = subjectsIn('es');
    assert.equal(notice?.subject, security.events.password_changed.subject({ site: SITE }));
    assert(notice?.text.replaceAll(/\s+/g, ' ').includes(security.wasNotYou));
  });

  test('a new address: the link that goes there, and the notice to the old one', async () => {
    const person = await world.addPerson();
    const browser = await signedIn(person, 'de');
    const email = newEmail();
    const change = { email, password: person.password };
    const [link] = await mailedBy(() => browser.post('/security/email', change));
    const words = subjectsIn('de');
    assert.deepEqual([link?.to, link?.subject], [email, words.emailChange.subject({ site: SITE })]);
    const [notice] = await mailedBy(() => useLink(browser, pathIn(link?.text), {}));
    assert.deepEqual(
      [notice?.to, notice?.subject],
      [person.email, words.emailChanged.subject({ site: SITE })],
    );
  });

  test('the last one, about a closed account', async () => {
    const person = await world.addPerson();
    const browser = await signedIn(person, 'pt');
    const form = { confirmed: 'yes', password: person.password };
    const [mail] = await mailedBy(() => browser.post('/leave/close', form));
    assert.equal(mail?.subject, subjectsIn('pt').accountClosed.subject({ site: SITE }));
  });
});

describe('the language of a browser is kept for its user', () => {
  const known = async ({ user }: Person) => (await users.findUser(user.id))?.browserLanguage;

  test('from the first page on, and again once it asks for another', async () => {
    const person = await world.addPerson();
    const browser = await signedIn(person, 'de-CH,de;q=0.9,en;q=0.8');
    assert.equal(await known(person), 'de');
    browser.speak('es');
    world.clock.move(61_000);
    await browser.get('/');
    assert.equal(await known(person), 'es');
  });

  test('not before the second factor', async () => {
    const person = await world.addPerson();
    await setUpApp(await world.signedIn(person), world.clock.now());
    const browser = browserIn('de');
    const { email, password } = person;
    assert.equal((await browser.post('/sign-in', { email, password })).statusCode, 303);
    assert.equal((await browser.get('/sign-in/second-factor')).statusCode, 200);
    assert.equal(await known(person), null);
  });

  test('one that asks for none changes nothing', async () => {
    const person = await world.addPerson();
    const browser = world.browser();
    await browser.post('/sign-in', { email: person.email, password: person.password });
    await browser.get('/');
    assert.equal(await known(person), null);
    await signedIn(person, 'pt');
    world.clock.move(61_000);
    await browser.get('/');
    assert.equal(await known(person), 'pt');
  });
});
