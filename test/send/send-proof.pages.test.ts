import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { SEND_DRAFT_LIFE_MS, UNPROVED_MS } from '../../src/send/limits.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { addPasskey } from '../support/add-passkey.ts';
import { asApiUser } from '../support/api-user.ts';
import { type Answer, type Browser, readHidden } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';

/** A payment asks for itself who pays, and the answer pays it. */

const world = await startAccounts({ after });
const { node } = world;

beforeEach(() => {
  node.plan = { kind: 'succeed', feeMsat: msat(3000n) };
});

interface Payer {
  readonly person: Person;
  readonly browser: Browser;
  /** Path of the review of an invoice. */
  begin(amountSat: number): Promise<string>;
  pay(path: string, proof?: Readonly<Record<string, string>>): Promise<Answer>;
  read(path: string): Promise<string>;
}

/** Someone who has signed in this moment. Asked above 100,000 sat, unless they chose otherwise. */
async function addPayer(aboveSat = 100_000): Promise<Payer> {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const api = await asApiUser(world, person.user);
  await api.receive(900_000);
  const { id, preferences } = person.user;
  const confirmAboveSat = sat(BigInt(aboveSat));
  await world.deps.users.changePreferences(id, { ...preferences, confirmAboveSat });
  return {
    person,
    browser,
    begin: async (amountSat) => {
      const amountMsat = BigInt(amountSat * 1000);
      const { bolt11 } = node.externalInvoice({ amountMsat, memo: 'Coffee & cake' });
      return String((await browser.post('/send', { to: bolt11 })).headers.location);
    },
    pay: (path, proof = {}) => browser.post(`${path}/pay`, proof),
    read: async (path) => readText(await browser.get(path)),
  };
}

const QUESTION = /Amount 100,001 sat .*At most .*Is it you\? .*Password .*Pay 100,001 sat/;

describe('above the amount that its user chose, a payment', () => {
  test('is proved for itself: nothing that gives power over the account is open then', async () => {
    const payer = await addPayer();
    const { email, password } = payer.person;
    world.clock.move(CONFIRMATION_MS + 1000);
    const path = await payer.begin(100_001);
    const paid = await payer.pay(path, { password });
    assert.equal(paid.headers.location, path);
    const { browser } = payer;
    assert.match(
      String((await browser.get('/security/authenticator')).headers.location),
      /^\/confirm(\?|$)/,
    );
    for (const asked of [
      await browser.get('/security/passkeys/new'),
      await browser.post('/security/email', { email: `new-${email}` }),
    ]) {
      assert.match(readText(asked), /Is it you\?/);
    }
  });

  test('asks on its own page, and the answer pays it', async () => {
    const payer = await addPayer();
    const path = await payer.begin(100_001);
    const { sent } = node;
    const before = sent.length;
    assert.match(await payer.read(path), QUESTION);
    const bare = await payer.pay(path);
    assert.match(readText(bare), QUESTION);
    const wrong = await payer.pay(path, { password: 'not it' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), QUESTION);
    assert.match(readText(wrong), /This is not your password\./);
    assert.equal(sent.length, before);
    const paid = await payer.pay(path, { password: payer.person.password });
    assert.deepEqual([paid.statusCode, paid.headers.location], [303, path]);
    assert.match(await payer.read(path), /Paid 100,001 sat The money has arrived/);
    assert.equal(sent.length, before + 1);
  });

  test('counts a started sat as one', async () => {
    const payer = await addPayer();
    const api = await asApiUser(world, payer.person.user);
    const before = await api.balanceSat();
    const path = await payer.begin(100_000.5);
    assert.match(
      await payer.read(path),
      /Amount 100,000\.5 sat .*Is it you\? .*Pay 100,000\.5 sat/,
    );
    assert.equal((await payer.pay(path)).statusCode, 200);
    node.plan = { kind: 'succeed', feeMsat: msat(0n) };
    const paid = await payer.pay(path, { password: payer.person.password });
    assert.deepEqual([paid.statusCode, paid.headers.location], [303, path]);
    assert.equal(await api.balanceSat(), before - 100_001);
    assert.equal((await payer.pay(await payer.begin(99_999.5))).statusCode, 303, 'not above it');
  });

  test('asks also a moment after something else was confirmed, or another payment', async () => {
    const payer = await addPayer();
    const { password } = payer.person;
    world.clock.move(CONFIRMATION_MS);
    assert.match(
      String((await payer.browser.get('/security/authenticator')).headers.location),
      /^\/confirm(\?|$)/,
    );
    await payer.browser.post('/confirm', { password });
    const before = node.sent.length;
    const [one, two] = [await payer.begin(100_001), await payer.begin(100_002)];
    await payer.pay(one);
    assert.equal(node.sent.length, before);
    await payer.pay(one, { password });
    await payer.pay(two);
    assert.match(await payer.read(two), /Is it you\?/);
    assert.equal(node.sent.length, before + 1);
  });

  test('0 asks each time', async () => {
    const payer = await addPayer(0);
    const path = await payer.begin(1);
    assert.match(readText(await payer.pay(path)), /before each payment/);
    await payer.pay(path, { password: payer.person.password });
    assert.match(await payer.read(path), /Paid 1 sat The money has arrived/);
    assert.match(await payer.read(await payer.begin(1)), /before each payment/);
  });

  test('is paid once, however often and wherever the answer is given', async () => {
    const payer = await addPayer();
    const path = await payer.begin(100_001);
    const before = node.sent.length;
    const proof = { password: payer.person.password };
    const answers = await Promise.all([payer.pay(path, proof), payer.pay(path, proof)]);
    answers.push(await payer.pay(path, proof));
    for (const { headers } of answers) assert.equal(headers.location, path);
    assert.equal(node.sent.length, before + 1);
  });

  test('is not paid when the page was open too long, which it says', async () => {
    const payer = await addPayer();
    const path = await payer.begin(100_001);
    const before = node.sent.length;
    world.clock.move(SEND_DRAFT_LIFE_MS);
    const late = await payer.pay(path, { password: payer.person.password });
    assert.equal(late.headers.location, path);
    assert.match(await payer.read(path), /This page was open too long/);
    assert.equal(node.sent.length, before);
  });

  test('is not paid for someone who has signed out, who finds it again', async () => {
    const payer = await addPayer();
    const { email, password } = payer.person;
    const path = await payer.begin(100_001);
    const before = node.sent.length;
    const token = readHidden(await payer.browser.get(path), 'csrf_token');
    await payer.browser.post('/sign-out');
    const sent = await payer.browser.postPlain(`${path}/pay`, { csrf_token: token, password });
    assert.equal(sent.headers.location, '/sign-in');
    const back = await payer.browser.post('/sign-in', { email, password });
    assert.equal(back.headers.location?.split('?')[0], path);
    assert.doesNotMatch(back.headers.location ?? '', /password/);
    assert.match(await payer.read(path), QUESTION);
    assert.equal(node.sent.length, before);
  });

  test('limits guesses, and keeps the payment in sight', async () => {
    const payer = await addPayer();
    const path = await payer.begin(100_001);
    for (let guess = 0; guess < 10; guess += 1) await payer.pay(path, { password: 'not it' });
    const late = await payer.pay(path, { password: payer.person.password });
    assert.equal(late.statusCode, 429);
    assert.match(readText(late), /You can try again in .*Pay 100,001 sat/);
    assert.ok(Number(late.headers['retry-after']) > 0);
  });

  test('asks first for the passkey that was made or used in this browser', async () => {
    const payer = await addPayer();
    const key = createSoftPasskey();
    await addPasskey(payer.browser, key, payer.person.password);
    const path = await payer.begin(100_001);
    assert.match(await payer.read(path), /use your passkey .*Pay 100,001 sat Use your password/);
    const elsewhere = await world.signedIn(payer.person);
    const there = readText(await elsewhere.get(path));
    assert.match(there, /Password .*Pay 100,001 sat Use a passkey/);
    const answer = key.sign(readHidden(await payer.browser.get(path), 'options'));
    await payer.pay(path, { answer });
    assert.match(await payer.read(path), /Paid 100,001 sat/);
    const second = await payer.begin(100_002);
    const next = await elsewhere.post(`${second}/pay`, { prove_with: 'passkey' });
    await elsewhere.post(`${second}/pay`, { answer: key.sign(readHidden(next, 'options')) });
    const third = await elsewhere.get(await payer.begin(100_003));
    assert.match(readText(third), /use your passkey .*Pay 100,003 sat Use your password/);
  });

  test('takes a passkey in place of the password, once', async () => {
    const payer = await addPayer();
    const { browser } = payer;
    const key = createSoftPasskey();
    await addPasskey(browser, key, payer.person.password);
    const path = await payer.begin(100_001);
    const asked = await payer.pay(path, { prove_with: 'passkey' });
    assert.match(readText(asked), /Amount 100,001 sat .*use your passkey .*Pay 100,001 sat/);
    const before = node.sent.length;
    const wrong = await payer.pay(path, { answer: '{}' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /Pay 100,001 sat/);
    const next = await payer.pay(path, { prove_with: 'passkey' });
    const answer = key.sign(readHidden(next, 'options'));
    await payer.pay(path, { answer });
    assert.match(await payer.read(path), /Paid 100,001 sat The money has arrived/);
    await payer.pay(path, { answer });
    const other = await payer.begin(100_002);
    assert.equal((await payer.pay(other, { answer })).statusCode, 400);
    assert.equal(node.sent.length, before + 1);
  });
});

describe('small payments', () => {
  test('add up, until one is proved or a day has passed', async () => {
    const payer = await addPayer();
    const { password } = payer.person;
    const one = await payer.begin(60_000);
    await payer.pay(one);
    assert.match(await payer.read(one), /Paid 60,000 sat/);
    const [two, three] = [await payer.begin(40_000), await payer.begin(1)];
    await payer.pay(two);
    assert.match(await payer.read(two), /Paid 40,000 sat/);
    const asked = await payer.pay(three);
    assert.match(readText(asked), /With 100,000 sat that you sent .* more than 100,000 sat/);
    await payer.pay(three, { password });
    assert.match(await payer.read(three), /Paid 1 sat/);
    const four = await payer.begin(100_000);
    await payer.pay(four);
    assert.match(await payer.read(four), /Paid 100,000 sat/);
    const before = node.sent.length;
    await payer.pay(await payer.begin(1));
    assert.equal(node.sent.length, before);
    world.clock.move(UNPROVED_MS);
    const later = await payer.begin(100_000);
    await payer.pay(later);
    assert.match(await payer.read(later), /Paid 100,000 sat/);
  });

  test('add up also where they are sent at once', async () => {
    const payer = await addPayer();
    const paths = await Promise.all(Array.from({ length: 8 }, () => payer.begin(40_000)));
    const before = node.sent.length;
    await Promise.all(paths.map((path) => payer.pay(path)));
    assert.equal(node.sent.length, before + 2);
  });

  test('that failed do not count, and one that is pressed twice counts once', async () => {
    const payer = await addPayer();
    node.plan = { kind: 'fail', reason: 'no_route' };
    const failed = await payer.begin(90_000);
    await payer.pay(failed);
    assert.match(await payer.read(failed), /Not paid/);
    node.plan = { kind: 'succeed', feeMsat: msat(3000n) };
    const paid = await payer.begin(90_000);
    await Promise.all([payer.pay(paid), payer.pay(paid)]);
    assert.match(await payer.read(paid), /Paid 90,000 sat/);
    const rest = await payer.begin(10_000);
    await payer.pay(rest);
    assert.match(await payer.read(rest), /Paid 10,000 sat/);
  });
});
