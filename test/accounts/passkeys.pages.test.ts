import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { CHALLENGE_MS, CONFIRMATION_MS, MAX_PASSKEYS } from '../../src/accounts/limits.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { addPasskey, NEW_PASSKEY, passkeyOptions, sendPasskey } from '../support/add-passkey.ts';
import { setUpApp } from '../support/authenticator-app.ts';
import { type Answer, readHidden } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { createSoftPasskey, type Deviations, type SoftPasskey } from '../support/soft-passkey.ts';

const world = await startAccounts({ after });
const SIGN_IN = '/sign-in/passkey';

async function withKey(startCount?: number): Promise<{ person: Person; key: SoftPasskey }> {
  const person = await world.addPerson();
  const key = createSoftPasskey(startCount);
  const added = await addPasskey(await world.signedIn(person), key, person.password);
  assert.equal(added.headers.location, '/security');
  return { person, key };
}

async function signIn(
  key: SoftPasskey,
  deviations: Deviations = {},
  browser = world.browser(),
): Promise<Answer> {
  const options = readHidden(await browser.get(SIGN_IN), 'options');
  return browser.post(SIGN_IN, { answer: key.sign(options, deviations) });
}

describe('signing in with a passkey', () => {
  test('needs no address, and leads to where its user wanted', async () => {
    const { person, key } = await withKey();
    const browser = world.browser();
    await browser.get('/security');
    const answer = await signIn(key, {}, browser);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/security']);
    assert.match(readText(await browser.get('/profile')), new RegExp(person.email));
  });

  test('H3 changes the session, and the old one is dead', async () => {
    const { key } = await withKey();
    const browser = world.browser();
    await browser.get(SIGN_IN);
    const planted = browser.copy();
    await signIn(key, {}, browser);
    assert.equal((await browser.get('/profile')).statusCode, 200);
    assert.equal((await planted.get('/profile')).statusCode, 303);
  });

  test('H7 stands for both factors, as the key has verified its user', async () => {
    const { person, key } = await withKey();
    const home = await world.signedIn(person);
    await setUpApp(home, world.clock.now());
    const answer = await signIn(key);
    assert.equal(answer.headers.location, '/');
  });

  test('H7 works for keys that keep no count', async () => {
    const { key } = await withKey(0);
    assert.equal((await signIn(key)).statusCode, 303);
    assert.equal((await signIn(key)).statusCode, 303);
  });

  const refused: readonly (readonly [string, Deviations])[] = [
    ['did not verify its user', { isVerified: false }],
    ['had nobody before it', { isPresent: false, isVerified: false }],
    ['signed for another origin', { origin: 'https://wallet.example.evil.example' }],
    ['signed for the same host without TLS', { origin: 'http://wallet.example' }],
    ['signed for another site', { domain: 'evil.example' }],
    ['signed another challenge', { challenge: 'QUJDREVGR0g' }],
    ['made a key instead', { type: 'webauthn.create' }],
    ['has the id of no key', { id: 'bm9ib2R5' }],
  ];
  for (const [what, deviations] of refused) {
    test(`H7 is refused to a key that ${what}`, async () => {
      const { key } = await withKey();
      const browser = world.browser();
      const answer = await signIn(key, deviations, browser);
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /That did not work/);
      assert.equal((await browser.get('/profile')).statusCode, 303);
    });
  }

  test('H7 is refused to a key whose count falls back: it was copied', async () => {
    const { key } = await withKey();
    assert.equal((await signIn(key, { signCount: 40 })).statusCode, 303);
    for (const signCount of [40, 39, 0]) {
      assert.equal((await signIn(key, { signCount })).statusCode, 400, String(signCount));
    }
    assert.equal((await signIn(key, { signCount: 41 })).statusCode, 303);
  });

  test('H7 is refused to another’s key under the id of this one', async () => {
    const { key } = await withKey();
    const other = await withKey();
    assert.equal((await signIn(other.key, { id: key.id })).statusCode, 400);
  });

  test('H7 a challenge is answered once', async () => {
    const { key } = await withKey();
    const browser = world.browser();
    const options = readHidden(await browser.get(SIGN_IN), 'options');
    const answer = key.sign(options);
    const second = browser.copy();
    assert.equal((await browser.post(SIGN_IN, { answer })).statusCode, 303);
    const again = await second.post(SIGN_IN, { answer });
    assert.equal(again.headers.location, SIGN_IN, 'its session is gone');
    assert.equal((await second.get('/profile')).headers.location, '/sign-in');
    const stranger = world.browser();
    await stranger.get(SIGN_IN);
    assert.equal((await stranger.post(SIGN_IN, { answer })).statusCode, 400);
    assert.equal((await world.browser().post(SIGN_IN, { answer })).headers.location, SIGN_IN);
  });

  test('H7 a wrong answer uses the challenge up', async () => {
    const { key } = await withKey();
    const browser = world.browser();
    const options = readHidden(await browser.get(SIGN_IN), 'options');
    await browser.post(SIGN_IN, { answer: 'nonsense' });
    assert.equal((await browser.post(SIGN_IN, { answer: key.sign(options) })).statusCode, 400);
  });

  test('H7 a challenge ends by itself', async () => {
    const { key } = await withKey();
    const browser = world.browser();
    const options = readHidden(await browser.get(SIGN_IN), 'options');
    world.clock.move(CHALLENGE_MS);
    assert.equal((await browser.post(SIGN_IN, { answer: key.sign(options) })).statusCode, 400);
  });

  test('H7 answers that are none break nothing', async () => {
    const { key } = await withKey();
    const withResponse = (response: object | null): string =>
      JSON.stringify({ id: key.id, rawId: key.id, type: 'public-key', response });
    const answers = [
      '',
      '{}',
      '[]',
      'null',
      '7',
      '"x"',
      '{"id":1}',
      'x'.repeat(20_000),
      withResponse({}),
      withResponse(null),
      withResponse({ clientDataJSON: '!!', authenticatorData: '!!', signature: '!!' }),
    ];
    for (const answer of answers) {
      const browser = world.browser();
      await browser.get(SIGN_IN);
      const { statusCode } = await browser.post(SIGN_IN, { answer });
      assert.equal(statusCode, 400, answer.slice(0, 40));
    }
  });

  test('is refused to who is switched off', async () => {
    const { person, key } = await withKey();
    await world.accounts.users.updateUser(person.user.id, { disabledAt: world.clock.now() });
    const answer = await signIn(key);
    assert.match(readText(answer), /is switched off/);
  });
});

describe('adding a passkey', () => {
  test('H7 asks who adds it, also right after they have signed in', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    assert.match(readText(await browser.get(NEW_PASSKEY)), /Is it you\?.* Password /);
    const wrong = await browser.post(NEW_PASSKEY, { password: 'not it' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /This is not your password/);
    assert.equal((await addPasskey(browser, createSoftPasskey(), person.password)).statusCode, 303);
    const [added] = await world.accounts.secondFactors.listPasskeys(person.user.id);
    assert.equal(added?.name, 'Phone');
  });

  test('H7 is not opened by the challenge of another page', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const options = readHidden(await browser.get('/confirm/passkey'), 'options');
    const made = createSoftPasskey().create(options);
    assert.equal((await sendPasskey(browser, made)).headers.location, NEW_PASSKEY);
    assert.match(readText(await browser.get(NEW_PASSKEY)), /That did not work/);
    assert.deepEqual(await world.accounts.secondFactors.listPasskeys(person.user.id), []);
  });

  test('H7 its challenge proves nobody’s presence', async () => {
    const { person, key } = await withKey();
    const browser = await world.signedIn(person);
    const options = await passkeyOptions(browser, person.password);
    world.clock.move(CONFIRMATION_MS);
    const answer = key.sign(options);
    assert.equal((await browser.post('/confirm/passkey', { answer })).statusCode, 400);
  });

  test('H7 of another one may be proved by the first', async () => {
    const { person, key } = await withKey();
    const browser = await world.signedIn(person);
    const asked = readHidden(await browser.post(NEW_PASSKEY, { prove_with: 'passkey' }), 'options');
    const options = readHidden(
      await browser.post(NEW_PASSKEY, { answer: key.sign(asked) }),
      'options',
    );
    const second = createSoftPasskey();
    assert.equal(
      (await sendPasskey(browser, second.create(options))).headers.location,
      '/security',
    );
    assert.equal((await world.accounts.secondFactors.listPasskeys(person.user.id)).length, 2);
  });

  for (const [what, deviations] of [
    ['did not verify its user', { isVerified: false }],
    ['was made for another origin', { origin: 'https://evil.example' }],
    ['was made for another site', { domain: 'evil.example' }],
    ['was made for another challenge', { challenge: 'QUJDREVGR0g' }],
    ['was not made but used', { type: 'webauthn.get' }],
  ] as const) {
    test(`H7 is refused for a key that ${what}`, async () => {
      const person = await world.addPerson();
      const browser = await world.signedIn(person);
      const answer = await addPasskey(browser, createSoftPasskey(), person.password, deviations);
      assert.equal(answer.headers.location, NEW_PASSKEY);
      assert.deepEqual(await world.accounts.secondFactors.listPasskeys(person.user.id), []);
    });
  }

  test('H7 uses its challenge up', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const options = await passkeyOptions(browser, person.password);
    const send = () => sendPasskey(browser, createSoftPasskey().create(options));
    assert.equal((await send()).headers.location, '/security');
    assert.equal((await send()).headers.location, NEW_PASSKEY);
    assert.equal((await world.accounts.secondFactors.listPasskeys(person.user.id)).length, 1);
  });

  test('is refused under a name that holds what cannot be seen', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const made = createSoftPasskey().create(await passkeyOptions(browser, person.password));
    const answer = await sendPasskey(browser, made, 'key\u202e');
    assert.equal(answer.headers.location, NEW_PASSKEY);
    assert.match(readText(await browser.get(NEW_PASSKEY)), /contains invisible characters/);
  });

  test('is refused for a key that somebody has', async () => {
    const { key } = await withKey();
    const other = await world.addPerson();
    const browser = await world.signedIn(other);
    const answer = await addPasskey(browser, key, other.password);
    assert.equal(answer.headers.location, NEW_PASSKEY);
    assert.match(readText(await browser.get(NEW_PASSKEY)), /already added this passkey/);
  });

  test('the browser is told which keys there are, and whom they are for', async () => {
    const { person, key } = await withKey();
    const browser = await world.signedIn(person);
    const options: unknown = JSON.parse(await passkeyOptions(browser, person.password));
    const text = JSON.stringify(options);
    assert(text.includes(key.id), 'so that a device is not added twice');
    assert(text.includes(`"name":"${person.email}"`));
    assert.match(text, /"residentKey":"required".*"userVerification":"required"/);
    assert.match(text, /"rp":\{"name":"Satchel","id":"wallet\.example"\}/);
  });

  test('has an end', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const { secondFactors } = world.accounts;
    for (let index = 0; index < MAX_PASSKEYS; index += 1) {
      await secondFactors.insertPasskey({
        id: `${person.user.id}-${index}`,
        userId: person.user.id,
        signCount: 0,
        name: 'k',
        publicKey: new Uint8Array(9),
        transports: [],
        lastUsedAt: null,
        createdAt: world.clock.now(),
      });
    }
    const asked = await browser.post(NEW_PASSKEY, { password: person.password });
    assert.equal(asked.headers.location, '/security');
    assert.match(readText(await browser.get('/security')), /too many passkeys/);
  });
});

test('a passkey is listed and removed by its owner only', async () => {
  const { person, key } = await withKey();
  const home = await world.signedIn(person);
  assert.match(readText(await home.get('/security')), /Phone .* Never/);
  await signIn(key);
  assert.doesNotMatch(readText(await home.get('/security')), /Never/);
  const path = `/security/passkeys/${key.id}/remove`;
  const stranger = await world.signedIn(await world.addPerson());
  assert.equal((await stranger.get(path)).statusCode, 404);
  assert.equal((await stranger.post(path)).statusCode, 404);
  assert.match(readText(await home.get(path)), /Remove “Phone”\?/);
  assert.equal((await home.post(path)).headers.location, '/security');
  assert.equal((await signIn(key)).statusCode, 400);
});

test('a passkey confirms that its owner sits there, another’s does not', async () => {
  const { person, key } = await withKey();
  const other = await withKey();
  const browser = await world.signedIn(person);
  world.clock.move(CONFIRMATION_MS);
  assert.match(
    String((await browser.get('/security/authenticator')).headers.location),
    /^\/confirm(\?|$)/,
  );
  const confirm = async (with_: SoftPasskey) => {
    const options = readHidden(await browser.get('/confirm/passkey'), 'options');
    return browser.post('/confirm/passkey', { answer: with_.sign(options) });
  };
  assert.equal((await confirm(other.key)).statusCode, 400);
  assert.match(
    String((await browser.get('/security/authenticator')).headers.location),
    /^\/confirm(\?|$)/,
  );
  assert.equal((await confirm(key)).headers.location, '/security/authenticator');
  assert.equal((await browser.get('/security/authenticator')).statusCode, 200);
});

test('the pages say what to do where no scripts run', async () => {
  const page = await world.browser().get(SIGN_IN);
  assert.match(readText(page), /Passkeys need JavaScript/);
  assert.match(page.body, /<script type="module" src="\/assets\/passkey\.[0-9a-f]{16}\.js">/);
  assert.match(page.body, /href="\/sign-in"/);
});
