import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startAccounts } from '../support/account-world.ts';
import { readLink, readText } from '../support/page-visitor.ts';

const LONG_NAME = 'The Lightning Wallet of Our Neighbourhood';
const site = { name: LONG_NAME, operatorContact: null };
const world = await startAccounts({ after }, { config: { site } });

describe('the head of a page', () => {
  test('says by e-mail address or name who is signed in', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    assert.equal(readLink(await browser.get('/'), person.email), '/profile');
    await world.deps.users.updateUser(person.user.id, { name: 'Ann <3' });
    const page = await browser.get('/activity');
    assert.match(page.body, /<header[\s\S]*title="Ann &#60;3"[\s\S]*<\/header>/);
    assert(!readText(page).includes(person.email));
  });

  test('says nothing of it to guests, nor where one question is asked', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    assert.doesNotMatch((await world.browser().get('/')).body, /class="who"/);
    assert.doesNotMatch((await browser.get('/offline')).body, /class="who"/);
  });

  test('has the whole name of the service, also where only its beginning fits', async () => {
    const { body } = await world.browser().get('/');
    assert(body.includes(`<a class="brand" href="/" title="${LONG_NAME}">`));
  });
});

test('the page More begins with who is signed in', async () => {
  const person = await world.addPerson();
  const page = await (await world.signedIn(person)).get('/more');
  const text = readText(page);
  const said = `More You are signed in as ${person.email} .`;
  assert(text.includes(said), text);
});
