import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { startAccounts } from '../support/account-world.ts';
import { addLeaver } from '../support/leaver.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });

describe('closing an account', () => {
  test('asks first, and wants to know who asks', async () => {
    const leaver = await addLeaver(world);
    assert.match(readText(await leaver.browser.get('/leave/close')), /for good\?/);
    world.clock.move(CONFIRMATION_MS + 1);
    for (const answer of [await leaver.browser.get('/leave/close'), await leaver.close()]) {
      assert.equal(answer.statusCode, 303);
      assert.match(String(answer.headers.location), /^\/confirm\?next=/);
    }
    assert.equal((await leaver.find())?.closedAt, null);
  });

  test('ends sessions and tokens, blanks the person, keeps the records', async () => {
    const leaver = await addLeaver(world);
    const { api, browser, person } = leaver;
    const elsewhere = await world.signedIn(person);
    await api.receive(100);
    await browser.post('/profile', { name: 'Ada', avatar: '', nostr_key: '' });
    await world.accounts.users.noteBrowserLanguage(person.user.id, 'de');
    await leaver.closed(100);
    assert.equal((await elsewhere.get('/profile')).statusCode, 303, 'signed out');
    assert.equal((await api.get('/balance')).status, 401);
    const user = await leaver.find();
    assert.deepEqual(
      [user?.identifier, user?.email, user?.name, user?.browserLanguage],
      [person.user.identifier, `closed ${person.user.id}`, null, null],
    );
    assert.notEqual(user?.closedAt, null);
    const { records } = await rows(person.user.id);
    assert.equal(records, 2, 'what came, and what was given up');
  });

  test('the same e-mail address signs up anew, with an empty wallet and no past', async () => {
    const leaver = await addLeaver(world);
    await leaver.api.receive(60);
    await leaver.closed(60);
    const again = await addLeaver(world, { email: leaver.person.email });
    assert.notEqual(again.person.user.id, leaver.person.user.id);
    assert.notEqual(again.person.user.identifier, leaver.person.user.identifier);
    assert.equal(await again.api.balanceSat(), 0);
    assert.match(readText(await again.browser.get('/leave')), /Your wallet is empty\./);
    const archive = await again.browser.get('/leave/archive.json');
    assert(!archive.body.includes(leaver.person.user.identifier));
    const { records } = JSON.parse(archive.body);
    assert.deepEqual(records, []);
    const guest = world.browser();
    const { email, password } = leaver.person;
    const signIn = await guest.post('/sign-in', { email, password });
    assert.equal(signIn.statusCode, 400, 'the former password opens nothing');
  });

  test('nobody signs in by what stands in place of the e-mail address', async () => {
    const leaver = await addLeaver(world);
    await leaver.closed();
    const email = (await leaver.find())?.email ?? '';
    for (const path of ['/sign-in', '/forgot-password']) {
      const { statusCode } = await world.browser().post(path, { email, password: '' });
      assert.ok(statusCode < 500, path);
    }
    assert.equal(await world.accounts.users.findUserByEmail(email), null);
    assert.equal(await world.accounts.credentials.findCredentials(email), null);
  });

  test('the address name answers no one, and no one else gets it', async () => {
    const leaver = await addLeaver(world);
    const payer = await addLeaver(world);
    await payer.api.receive(1000);
    await leaver.browser.post('/address', { address_name: 'leaver' });
    const first = '/.well-known/lnurlp/leaver';
    assert.equal((await world.call('GET', first)).status, 200);
    await leaver.closed();
    for (const path of [first, '/.well-known/keysend/leaver', '/pay/leaver']) {
      assert.equal((await world.call('GET', path)).status, 404, path);
    }
    const again = await addLeaver(world, { email: leaver.person.email });
    for (const { browser } of [payer, again]) {
      const refused = await browser.post('/address', { address_name: 'leaver' });
      assert.match(readText(refused), /This Lightning address is taken/);
    }
  });

  test('what it was opened with before does nothing afterwards', async () => {
    const leaver = await addLeaver(world);
    const elsewhere = await world.signedIn(leaver.person);
    await leaver.closed();
    for (const path of ['/', '/leave', '/leave/archive.json', '/leave/close', '/live']) {
      const { body } = await elsewhere.get(path);
      assert(!body.includes(leaver.person.email), path);
    }
    assert.equal((await elsewhere.post('/leave/close', {})).statusCode, 303);
    const { users, credentials } = world.accounts;
    const { id } = leaver.person.user;
    const before = await leaver.find();
    await users.changePreferences(id, { ...DEFAULT_PREFERENCES, currency: 'EUR' });
    await users.noteBrowserLanguage(id, 'de');
    await credentials.noteResetAsked(id, world.clock.now());
    assert.equal(await credentials.changeEmail(id, 'again@example.com'), 'email_taken');
    assert.equal(await users.updateUser(id, { name: 'Ada', disabledAt: null }), false);
    assert.deepEqual(await leaver.find(), before);
  });

  test('is refused while money is left that its owner does not give up', async () => {
    const leaver = await addLeaver(world);
    await leaver.api.receive(50);
    for (const giveUp of [undefined, 49, 51, 0, 9_999_999_999_999_998]) {
      const answer = await leaver.close(giveUp);
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /There is still money in your wallet/);
    }
    assert.equal(await leaver.api.balanceSat(), 50);
    assert.deepEqual(await leaver.unclaimed(), []);
    await leaver.closed(50);
  });

  test('waits for payments that are on their way', async () => {
    const own = await startAccounts({ after });
    const leaver = await addLeaver(own);
    await leaver.api.receive(5000);
    own.node.plan = { kind: 'hang' };
    const { bolt11 } = own.node.externalInvoice({ amountMsat: 1_000_000n });
    const paying = leaver.api.post('/payments/bolt11', { invoice: bolt11 });
    await own.sent(1);
    assert.match(readText(await leaver.browser.get('/leave/close')), /set aside for payments/);
    const answer = await leaver.close(await leaver.api.balanceSat());
    assert.match(readText(answer), /set aside for payments/);
    assert.equal((await leaver.api.get('/balance')).status, 200);
    own.stop();
    await paying;
  });

  test('twice at once, it is closed once, and the rest is given up once', async () => {
    const leaver = await addLeaver(world);
    await leaver.api.receive(50);
    const other = await world.signedIn(leaver.person);
    const answers = await Promise.all([
      leaver.close(50),
      other.post('/leave/close', { give_up: '50' }),
    ]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303],
    );
    assert.equal((await leaver.unclaimed()).length, 1);
  });

  test('the mailbox that it had is told of it, once', async () => {
    const own = await startAccounts({ after }, { hasMail: true });
    const leaver = await addLeaver(own);
    const other = await own.signedIn(leaver.person);
    await own.settled();
    const before = own.mails.length;
    await Promise.all([leaver.close(), other.post('/leave/close', {})]);
    await own.settled();
    const mails = own.mails.slice(before);
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, /was closed$/.test(subject)]),
      [[leaver.person.email, true]],
    );
  });

  test('the last admin has to stay, and of two who leave at once one stays', async () => {
    const own = await startAccounts({ after });
    const alone = await addLeaver(own, { isAdmin: true });
    assert.match(readText(await alone.close()), /You are the only operator/);
    const second = await addLeaver(own, { isAdmin: true });
    const answers = await Promise.all([alone.close(), second.close()]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 400]);
  });
});

async function rows(userId: string) {
  const [row] = await world.database.sql<{ records: number }[]>`
    select count(*)::integer as records from settled_record where user_id = ${userId}`;
  assert(row !== undefined);
  return row;
}
