import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_CLIENT_NAME_LENGTH } from '../../src/apps/limits.ts';
import { usesOnlyS256 } from '../../src/authorization/challenge-method.ts';
import { CHALLENGE_RECORD_MS } from '../../src/authorization/limits.ts';
import {
  authorizeUrl,
  exchange,
  type Person,
  readRefusal,
  startOauth,
} from '../support/oauth-world.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';

const world = await startOauth({ after });

const NEW = '/developer/clients/new';
const GOOD = {
  name: 'Corner Shop',
  url: 'https://shop.example',
  kind: 'confidential',
  callback: 'https://shop.example/cb',
};

async function register({ browser }: Person, fields = GOOD) {
  const answer = await submitForm(browser, NEW, fields);
  assert.equal(answer.statusCode, 200, readText(answer));
  const id = /Client ID\s+(\w{10})\b/.exec(readText(answer))?.[1];
  assert(id !== undefined);
  const secret = /Client secret\s+(\w{43})\b/.exec(readText(answer))?.[1] ?? '';
  const app = { id, secret, callback: fields.callback, ownerUserId: '' };
  return { answer, app, path: `/developer/clients/${id}` };
}

describe('/developer/clients', () => {
  test('says what to do where there are none', async () => {
    const { browser } = await world.addPerson();
    const page = await browser.get('/developer/clients');
    assert.match(readText(page), /You have not registered an app/);
    assert.equal(readLink(page, 'Register an app'), NEW);
    assert.equal(readLink(page, 'Personal tokens'), '/developer/tokens');
  });

  test('G5 a secret is shown once, and people can connect the app', async () => {
    const person = await world.addPerson();
    const { app, path } = await register(person);
    assert.equal(app.secret.length, 43);
    assert.ok(!(await person.browser.get(path)).body.includes(app.secret));
    const tokens = await world.connect(await world.addPerson(), app);
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);
    assert.ok(!world.logged().includes(app.secret));

    const page = readText(await person.browser.get(path));
    assert.match(page, /Authorization page https:\/\/wallet\.example\/oauth /);
    assert.match(page, /Token endpoint https:\/\/wallet\.example\/oauth\/token/);
    assert.match(readText(await person.browser.get('/developer/clients')), /Corner Shop/);
  });

  test('an app of the browser gets no secret and works with PKCE', async () => {
    const person = await world.addPerson();
    const { answer, app, path } = await register(person, { ...GOOD, kind: 'public' });
    assert.doesNotMatch(readText(answer), /secret/);
    await world.connect(await world.addPerson(), app);
    assert.equal((await person.browser.get(`${path}/secret`)).statusCode, 404);
    assert.doesNotMatch((await person.browser.get(path)).body, /Replace the secret/);
  });

  const faults = [
    [{ name: ' ' }, 'name', /The name must have 1 to 60 visible characters, without @ and ·\./],
    [{ name: 'x'.repeat(MAX_CLIENT_NAME_LENGTH + 1) }, 'name', /visible characters, without/],
    [{ name: 'ann@shop.example' }, 'name', /visible characters, without/],
    [{ name: 'Good\u202eApp' }, 'name', /visible characters, without/],
    [{ url: 'shop.example' }, 'url', /The website must be a full address, such as /],
    [{ url: 'http://shop.example' }, 'url', /must begin with https:/],
    [{ url: 'http://localhost' }, 'url', /The website needs a port on localhost/],
    [
      { callback: 'https://other.example/cb' },
      'callback',
      /must be on the domain of the website, shop\.example\./,
    ],
    [{ callback: 'https://shop.example/cb#x' }, 'callback', /must not contain a #/],
    [{ callback: 'javascript:alert(1)' }, 'callback', /must begin with https:/],
  ] as const;
  for (const [change, field, words] of faults) {
    test(`E10 ${JSON.stringify(change).slice(0, 60)} is refused at its field`, async () => {
      const { browser } = await world.addPerson();
      const answer = await submitForm(browser, NEW, { ...GOOD, ...change });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      const wrong = /<div class="field wrong">\s*<label for="field-(\w+)"/.exec(answer.body);
      assert.equal(wrong?.[1], field);
      assert.match(readText(await browser.get('/developer/clients')), /You have not registered/);
    });
  }

  test('all fields that are wrong are named at once', async () => {
    const { browser } = await world.addPerson();
    const wrong = { ...GOOD, name: '', url: 'shop', callback: 'https://shop.example/cb#x' };
    const answer = await submitForm(browser, NEW, wrong);
    assert.equal(answer.statusCode, 400);
    for (const field of ['name', 'url', 'callback']) {
      assert.match(answer.body, new RegExp(`id="field-${field}-problem"`));
    }
  });

  test('a development app may be on localhost with a port', async () => {
    const local = { url: 'http://localhost:3000', callback: 'http://localhost:3000/cb' };
    await register(await world.addPerson(), { ...GOOD, ...local });
  });

  test('changes are kept, and faults change nothing', async () => {
    const person = await world.addPerson();
    const { path } = await register(person);
    const { kind: _, ...fields } = GOOD;
    const changed = await submitForm(person.browser, path, { ...fields, name: 'Shop <2>' });
    assert.deepEqual([changed.statusCode, changed.headers.location], [303, path]);
    assert.match(readText(await person.browser.get(path)), /The app is changed\. .*Shop <2>/);
    const refused = await submitForm(person.browser, path, { ...fields, name: 'Z', url: 'x' });
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, /value="Z"/);
    assert.match(readText(await person.browser.get('/developer/clients')), /Shop <2>/);
  });

  test('C13 S256 only is a switch of the app', async () => {
    const person = await world.addPerson();
    const { app, path } = await register(person);
    const { kind: _, ...fields } = GOOD;
    const plain = { code_challenge_method: 'plain', code_challenge: 'v'.repeat(43) };
    const somebody = await world.addPerson();
    const begun = await somebody.browser.get(authorizeUrl(app, plain));
    assert.match(String(begun.headers.location), /\/consent\//);
    await submitForm(person.browser, path, { ...fields, s256_only: 'yes' });
    assert.match((await person.browser.get(path)).body, /name="s256_only" value="yes" checked/);
    const refused = await somebody.browser.get(authorizeUrl(app, plain));
    assert.equal(readRefusal(refused).searchParams.get('error'), 'invalid_request');
  });

  test('the issuer in answers is a switch of the app, off unless its developer wants it', async () => {
    const person = await world.addPerson();
    const { app, path } = await register(person);
    const { kind: _, ...fields } = GOOD;
    const issuer = async (): Promise<string | null> => {
      const somebody = await world.addPerson();
      return (await world.authorize(somebody, app)).answer.get('iss');
    };
    assert.doesNotMatch((await person.browser.get(path)).body, /name="issuer" value="yes" checked/);
    assert.equal(await issuer(), null);
    await submitForm(person.browser, path, { ...fields, issuer: 'yes' });
    assert.match((await person.browser.get(path)).body, /name="issuer" value="yes" checked/);
    assert.equal(await issuer(), 'https://wallet.example');
    await submitForm(person.browser, path, fields);
    assert.equal(await issuer(), null);
  });

  test('the switch is recommended as soon as all who came, came with S256', async () => {
    const owner = await world.addPerson();
    const { app, path } = await register(owner);
    const somebody = await world.addPerson();
    const isRecommended = async (): Promise<boolean> =>
      /Everyone who connected this app recently used S256/.test(
        readText(await owner.browser.get(path)),
      );
    assert.equal(await isRecommended(), false, 'nobody came');
    await somebody.browser.get(authorizeUrl(app));
    assert.equal(await isRecommended(), false, 'nobody said yes');
    await world.authorize(somebody, app);
    assert.equal(await isRecommended(), true);
    const plain = { code_challenge_method: 'plain', code_challenge: 'v'.repeat(43) };
    await somebody.browser.get(authorizeUrl(app, plain));
    assert.equal(await isRecommended(), true, 'a mere request is anybody’s');
    await world.authorize(somebody, app, plain);
    assert.equal(await isRecommended(), false);
  });

  test('… which no challenge at all contradicts as well, until it is long ago', async () => {
    const owner = await world.addPerson();
    const { app, path } = await register(owner);
    const none = { code_challenge: null, code_challenge_method: null };
    const read = async () => readText(await owner.browser.get(path));
    await world.authorize(await world.addPerson(), app, none);
    await world.authorize(await world.addPerson(), app);
    assert.doesNotMatch(await read(), /recently used S256/);
    const later = new Date(world.clock.now().getTime() + CHALLENGE_RECORD_MS);
    await world.deps.clients.noteChallenge(app.id, 'S256', later);
    const record = await world.deps.clients.readChallenges(app.id);
    assert.equal(usesOnlyS256(record, world.clock.now()), false);
    assert.equal(usesOnlyS256(record, later), true);
  });

  test('… and which is not recommended where it is on', async () => {
    const owner = await world.addPerson();
    const { app, path } = await register(owner);
    await world.authorize(await world.addPerson(), app);
    const { kind: _, ...fields } = GOOD;
    await submitForm(owner.browser, path, { ...fields, s256_only: 'yes' });
    assert.doesNotMatch(readText(await owner.browser.get(path)), /recently used S256/);
  });

  test('another secret is asked for on a page of its own, and replaces the old one', async () => {
    const person = await world.addPerson();
    const { app, path } = await register(person);
    const connected = await world.addPerson();
    const tokens = await world.connect(connected, app);
    const asked = await person.browser.get(`${path}/secret`);
    assert.match(readText(asked), /The current secret stops working immediately/);
    const answer = await submitForm(person.browser, `${path}/secret`);
    const secret = /Client secret\s+(\w{43})\b/.exec(readText(answer))?.[1] ?? '';
    assert.notEqual(secret, app.secret);
    assert.equal((await world.refresh(app, tokens.refreshToken)).status, 401);
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);
    assert.equal((await world.refresh({ ...app, secret }, tokens.refreshToken)).status, 200);
  });

  test('J4 deleting is asked on a page of its own, and ends all that it had', async () => {
    const person = await world.addPerson();
    const { app, path } = await register(person);
    const connected = await world.addPerson();
    const tokens = await world.connect(connected, app);
    const { code } = await world.authorize(connected, app);
    assert.match(readText(await person.browser.get(`${path}/delete`)), /You cannot undo this/);
    const answer = await submitForm(person.browser, `${path}/delete`);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/developer/clients']);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    assert.equal((await world.refresh(app, tokens.refreshToken)).status, 401);
    assert.equal((await world.token(app, exchange(app, code))).status, 401);
    assert.equal((await person.browser.get(path)).statusCode, 404);
    assert.doesNotMatch(readText(await connected.browser.get('/apps')), /Corner Shop https/);
  });

  test("another person's app does not exist", async () => {
    const person = await world.addPerson();
    const stranger = await world.addPerson();
    const { path } = await register(person);
    const { kind: _, ...fields } = GOOD;
    const csrf = {
      csrf_token:
        /csrf_token" value="([^"]*)"/.exec(
          (await stranger.browser.get(NEW)).body.replaceAll('&#61;', '='),
        )?.[1] ?? '',
    };
    for (const one of [path, `${path}/secret`, `${path}/delete`]) {
      assert.equal((await stranger.browser.get(one)).statusCode, 404, one);
      assert.equal((await stranger.browser.post(one, { ...fields, ...csrf })).statusCode, 404, one);
    }
    assert.equal((await person.browser.get(path)).statusCode, 200);
  });
});
