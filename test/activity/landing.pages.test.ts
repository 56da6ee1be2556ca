import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LANGUAGE_NAMES } from '../../src/accounts/pages/language-names.ts';
import { LANGUAGES } from '../../src/i18n/language.ts';
import { startAccounts } from '../support/account-world.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { createTestServiceStatus } from '../support/test-service-status.ts';

const serviceStatus = createTestServiceStatus();
const world = await startAccounts({ after }, { serviceStatus });
const open = await startAccounts({ after }, { changes: { signup: 'open' } });

describe('the first page tells guests', () => {
  test('what this is, in a sentence and a picture that is not read aloud', async () => {
    const page = await world.browser().get('/');
    assert.match(readText(page), /A Lightning wallet of your own Send and receive bitcoin/);
    const [picture = ''] = /<svg class="landing-picture"[\s\S]*?<\/svg>/.exec(page.body) ?? [];
    assert.match(picture, /^<svg [^>]*aria-hidden="true"/);
    assert(picture.length < 15_000, 'it is small');
  });

  test('what it promises, and where that can be checked', async () => {
    const page = await world.browser().get('/');
    const text = readText(page);
    assert.match(text, /You can take everything with you and leave/);
    assert.match(text, /One address that others can pay you at .* any Lightning wallet/);
    assert.equal(readLink(page, 'Proof that your money is counted'), '/proof');
  });

  test('that money is counted, once what is owed was ever published', async () => {
    const is = /Your money is counted, and anyone can check it This service publishes/;
    const will = /Your money will be counted, and you can check it Once enough people have money/;
    const before = readText(await world.browser().get('/'));
    assert.match(before, will);
    assert.doesNotMatch(before, is);
    serviceStatus.proofAt = world.clock.now();
    const then = readText(await world.browser().get('/'));
    serviceStatus.proofAt = null;
    assert.match(then, is);
    assert.doesNotMatch(then, will);
  });

  test('how to come in', async () => {
    const invited = await world.browser().get('/');
    assert.equal(readLink(invited, 'Sign in'), '/sign-in');
    assert.match(readText(invited), /This wallet is by invitation\./);
    const anyone = await open.browser().get('/');
    assert.equal(readLink(anyone, 'Create an account'), '/sign-up');
    assert.doesNotMatch(readText(anyone), /by invitation/);
  });
});

describe('the language of a guest', () => {
  test('is chosen by links that are in that language', async () => {
    const page = await world.browser().get('/');
    for (const language of LANGUAGES) {
      const name = LANGUAGE_NAMES[language];
      assert.equal(readLink(page, name), `/?language=${language}`);
      assert.match(page.body, new RegExp(`lang="${language}"[^>]*>${name}<`));
    }
    assert.match(page.body, /aria-current="true">English</);
  });

  test('stays what was chosen, whatever the browser asks for', async () => {
    const browser = world.browser();
    browser.speak('es');
    const chosen = await browser.get('/?language=de');
    assert.deepEqual([chosen.statusCode, chosen.headers.location], [303, '/']);
    for (const path of ['/', '/sign-in', '/proof']) {
      assert.match((await browser.get(path)).body, /<html lang="de"/, path);
    }
    assert.match((await browser.get('/')).body, /aria-current="true">Deutsch</);
    await browser.get('/?language=pt');
    assert.match((await browser.get('/')).body, /<html lang="pt"/);
  });

  test('is that of the browser, where none of ours was chosen', async () => {
    const browser = world.browser();
    browser.speak('es');
    for (const path of ['/?language=fr', '/?language=', '/']) {
      const page = await browser.get(path);
      assert.equal(page.statusCode, 200, path);
      assert.match(page.body, /<html lang="es"/, path);
    }
    browser.setCookie('language', 'fr');
    assert.match((await browser.get('/')).body, /<html lang="es"/);
  });

  test('counts for the pages of a user who has chosen none, and no further', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    browser.setCookie('language', 'de');
    assert.match((await browser.get('/')).body, /<html lang="de"/);
    const { preferences } = person.user;
    await world.accounts.users.changePreferences(person.user.id, {
      ...preferences,
      language: 'pt',
    });
    assert.match((await browser.get('/')).body, /<html lang="pt"/);
  });
});
