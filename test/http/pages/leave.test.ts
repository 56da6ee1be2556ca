import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createUnclaimedStore } from '../../../src/adapters/postgres/money/unclaimed-store.ts';
import { createAlarmStore } from '../../../src/adapters/postgres/operations/alarm-store.ts';
import { msat } from '../../../src/base/amount.ts';
import { CONFIRMATION_MS } from '../../../src/base/limits.ts';
import { assignUnclaimed } from '../../../src/usecases/receipts/assign-unclaimed.ts';
import { type AccountWorld, type Person, startAccounts } from '../../support/account-world.ts';
import { type ApiUser, asApiUser, keysendFromOutside } from '../../support/api-user.ts';
import type { Browser } from '../../support/browser.ts';
import { textField } from '../../support/fields.ts';
import { readText } from '../../support/page-visitor.ts';

const world = await startAccounts({ after });
const unclaimed = createUnclaimedStore(world.database);

interface Leaver {
  readonly person: Person;
  readonly api: ApiUser;
  readonly browser: Browser;
}

async function addLeaver(on: AccountWorld = world, isAdmin = false): Promise<Leaver> {
  const person = await on.addPerson({ isAdmin });
  const api = await asApiUser(on, person.user);
  return { person, api, browser: await on.signedIn(person) };
}

const close = ({ browser }: Leaver, giveUp?: number) =>
  browser.post('/leave/close', giveUp === undefined ? {} : { give_up: String(giveUp) });

async function closed(leaver: Leaver, giveUp?: number): Promise<void> {
  const answer = await close(leaver, giveUp);
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
  assert.match(readText(await leaver.browser.get('/')), /Your account is closed\./);
}

const findUser = ({ person }: Leaver) => world.accounts.users.findUser(person.user.id);

describe('GET /leave', () => {
  test('Account leads to it; it says how to empty the wallet', async () => {
    const { api, browser } = await addLeaver();
    assert.match((await browser.get('/profile')).body, /href="\/leave"/);
    assert.match(readText(await browser.get('/leave')), /Your wallet is empty\./);
    await api.receive(1234);
    assert.match(readText(await browser.get('/leave')), /Your wallet holds 1,234 sat\./);
    assert.match(readText(await browser.get('/leave')), /choose “Send all”/);
  });

  test('guests have to sign in', async () => {
    for (const path of ['/leave', '/leave/close', '/leave/archive.json', '/leave/payments.csv']) {
      const answer = await world.browser().get(path);
      assert.deepEqual([path, answer.statusCode], [path, 303]);
      assert.match(String(answer.headers.location), /^\/sign-in/);
    }
  });
});

interface ArchiveShape {
  readonly format: string;
  readonly account: { readonly email: string; readonly identifier: string };
  readonly tokens: readonly { readonly name: string }[];
  readonly statements: readonly { readonly chain: { readonly head: string } }[];
  readonly notes: readonly { readonly text: string }[];
  readonly unpaid_invoices: readonly { readonly amount_sat: number }[];
  readonly failed_payments: readonly { readonly reason: string }[];
  readonly records: readonly {
    readonly seq: number;
    readonly link: string;
    readonly balance_sat: number;
    readonly change_sat: number;
  }[];
}

describe('the archive', () => {
  test('holds all that is kept, in the chain of the statements, and no secret', async () => {
    const leaver = await addLeaver();
    const { api, browser, person } = leaver;
    await api.receive(5000);
    await api.receive(70);
    await api.invoice(33);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    const { bolt11 } = world.node.outsideInvoice({ amountMsat: 1_000_000n });
    await api.post('/payments/bolt11', { invoice: bolt11 });
    world.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
    const other = world.node.outsideInvoice({ amountMsat: 2_000_000n });
    await api.post('/payments/bolt11', { invoice: other.bolt11 });
    const answer = await browser.get('/leave/archive.json');
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-disposition']), /satchel-archive\.json/);
    const archive: ArchiveShape = JSON.parse(answer.body);
    assert.equal(archive.format, 'satchel-archive-v1');
    assert.deepEqual(
      [archive.account.email, archive.account.identifier],
      [person.email, person.user.identifier],
    );
    assert.deepEqual(
      archive.tokens.map(({ name }) => name),
      ['test'],
    );
    assert(!answer.body.includes(api.token), 'tokens stay secret');
    assert.deepEqual(
      archive.unpaid_invoices.map(({ amount_sat }) => amount_sat),
      [33],
    );
    assert.equal(archive.failed_payments.length, 1);
    assert.deepEqual(
      archive.records.map(({ seq, balance_sat }) => [seq, balance_sat]),
      [
        [1, 5000],
        [2, 5070],
        [3, 3069],
      ],
    );
    assert.equal(archive.records.at(-1)?.link, archive.statements[0]?.chain.head);
  });

  test('the other file has every payment for a spreadsheet', async () => {
    const { api, browser } = await addLeaver();
    await api.receive(5000);
    const answer = await browser.get('/leave/payments.csv');
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    const [head, line, end] = answer.body.split('\r\n');
    assert.match(String(head), /^time_utc,/);
    assert.match(String(line), /,5000,0,5000,settled,/);
    assert.equal(end, '');
  });

  test('is the same for someone without a history', async () => {
    const { browser } = await addLeaver();
    const archive: ArchiveShape = JSON.parse((await browser.get('/leave/archive.json')).body);
    assert.deepEqual([archive.records, archive.statements, archive.notes], [[], [], []]);
  });

  test('one at a time for each user', async () => {
    const { browser, person } = await addLeaver();
    const limit = world.deps.pages?.leaving.archiveFiles;
    assert(limit !== undefined);
    assert(limit.take(person.user.id));
    assert.equal((await browser.get('/leave/archive.json')).statusCode, 429);
    limit.give(person.user.id);
    assert.equal((await browser.get('/leave/archive.json')).statusCode, 200);
    assert.equal((await browser.get('/leave/payments.csv')).statusCode, 200, 'it was given back');
  });
});

describe('closing an account', () => {
  test('asks first, and wants to know who asks', async () => {
    const leaver = await addLeaver();
    assert.match(readText(await leaver.browser.get('/leave/close')), /for good\?/);
    world.clock.move(CONFIRMATION_MS + 1);
    for (const answer of [await leaver.browser.get('/leave/close'), await close(leaver)]) {
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/confirm']);
    }
    assert.equal((await findUser(leaver))?.closedAt, null);
  });

  test('ends sessions and tokens, blanks the person, keeps the records', async () => {
    const leaver = await addLeaver();
    const { api, browser, person } = leaver;
    const elsewhere = await world.signedIn(person);
    await api.receive(100);
    await browser.post('/profile', { name: 'Ada', avatar: '', nostr_key: '' });
    await closed(leaver, 100);
    assert.equal((await elsewhere.get('/profile')).statusCode, 303, 'signed out');
    assert.equal((await api.get('/balance')).status, 401);
    const user = await findUser(leaver);
    assert.deepEqual(
      [user?.identifier, user?.email, user?.name],
      [person.user.identifier, `closed ${person.user.id}`, null],
    );
    assert.notEqual(user?.closedAt, null);
    const { records } = await rows(person.user.id);
    assert.equal(records, 2, 'what came, and what was given up');
  });

  test('the same e-mail address can be used again, for a new account', async () => {
    const leaver = await addLeaver();
    await closed(leaver);
    const again = await world.addPerson({ email: leaver.person.email });
    assert.notEqual(again.user.id, leaver.person.user.id);
    assert.equal((await (await world.signedIn(again)).get('/profile')).statusCode, 200);
  });

  test('is refused while money is left that its owner does not give up', async () => {
    const leaver = await addLeaver();
    await leaver.api.receive(50);
    for (const giveUp of [undefined, 49, 51, 0]) {
      const answer = await close(leaver, giveUp);
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /There is still money in your wallet/);
    }
    assert.equal(await leaver.api.balanceSat(), 50);
    assert.deepEqual(await listUnclaimed(leaver), []);
    await closed(leaver, 50);
  });

  test('what is given up is unclaimed, and can be assigned', async () => {
    const leaver = await addLeaver();
    await leaver.api.receive(50);
    await closed(leaver, 50);
    const [money, ...others] = await listUnclaimed(leaver);
    assert.deepEqual([money?.reason, money?.amountMsat, others], ['given_up', 50_000n, []]);
    const heir = await addLeaver();
    const order = { receiptId: money?.id ?? '', email: heir.person.email };
    assert((await assignUnclaimed({ ...world.deps, unclaimed }, order)).ok);
    assert.equal(await heir.api.balanceSat(), 50);
  });

  test('waits for payments that are on their way', async () => {
    const own = await startAccounts({ after });
    const leaver = await addLeaver(own);
    await leaver.api.receive(5000);
    own.node.plan = { kind: 'hang' };
    const { bolt11 } = own.node.outsideInvoice({ amountMsat: 1_000_000n });
    const paying = leaver.api.post('/payments/bolt11', { invoice: bolt11 });
    await own.sent(1);
    assert.match(readText(await leaver.browser.get('/leave/close')), /set aside for payments/);
    const answer = await close(leaver, await leaver.api.balanceSat());
    assert.match(readText(answer), /set aside for payments/);
    assert.equal((await leaver.api.get('/balance')).status, 200);
    own.stop();
    await paying;
  });

  test('twice at once, it is closed once, and the rest is given up once', async () => {
    const leaver = await addLeaver();
    await leaver.api.receive(50);
    const other = { ...leaver, browser: await world.signedIn(leaver.person) };
    const answers = await Promise.all([close(leaver, 50), close(other, 50)]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303],
    );
    assert.equal((await listUnclaimed(leaver)).length, 1);
  });

  test('the last admin has to stay, and of two who leave at once one stays', async () => {
    const own = await startAccounts({ after });
    const alone = await addLeaver(own, true);
    assert.match(readText(await close(alone)), /You are the only operator/);
    const second = await addLeaver(own, true);
    const answers = await Promise.all([close(alone), close(second)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 400]);
  });
});

describe('what arrives for a closed account', () => {
  test('is unclaimed with its identifier, and an alarm', async () => {
    const leaver = await addLeaver();
    const { identifier } = leaver.person.user;
    const created = await leaver.api.post('/invoices', { amount: 21 });
    await closed(leaver);
    await world.payFromOutside(textField(created.body, 'payment_hash'));
    await keysendFromOutside(world.deps, leaver.person.user, 7, new Map());
    const money = await listUnclaimed(leaver);
    assert.deepEqual(
      money.map(({ reason, amountMsat }) => [reason, amountMsat]),
      [
        ['account_closed', 21_000n],
        ['account_closed', 7000n],
      ],
    );
    const alarms = await createAlarmStore(world.database).listAlarms(100);
    const alarm = alarms.find(({ subject }) => subject === identifier);
    assert.deepEqual([alarm?.kind, alarm?.count], ['closed_account_paid', 2]);
  });

  test('from within is refused: an invoice, a keysend', async () => {
    const leaver = await addLeaver();
    const invoice = await leaver.api.invoice(21);
    await closed(leaver);
    const payer = await addLeaver();
    await payer.api.receive(1000);
    assert.equal((await payer.api.post('/payments/bolt11', { invoice })).status, 400);
    const keysend = await payer.api.post('/payments/keysend', {
      amount: 5,
      destination: world.node.identity.pubkey,
      customRecords: { '696969': leaver.person.user.identifier },
    });
    assert.equal(keysend.status, 400);
    assert.equal(await payer.api.balanceSat(), 1000);
  });

  test('unpaid invoices are cancelled at the node', async () => {
    const leaver = await addLeaver();
    const created = await leaver.api.post('/invoices', { amount: 21 });
    await closed(leaver);
    const waiting = await world.deps.invoices.listNodeInvoicesToCancel(100);
    const hash = textField(created.body, 'payment_hash');
    assert(waiting.some(({ paymentHash }) => paymentHash === hash));
  });
});

test('a closed account cannot be switched on again', async () => {
  const admin = await addLeaver(world, true);
  const leaver = await addLeaver();
  await closed(leaver);
  const path = `/operate/users/${leaver.person.user.id}`;
  const page = await admin.browser.get(path);
  assert.match(readText(page), /Closed/);
  assert.doesNotMatch(page.body, /enable/);
  await admin.browser.post(`${path}/enable`);
  assert.notEqual((await findUser(leaver))?.disabledAt, null);
});

/** Of one account. */
async function listUnclaimed({ person }: Leaver) {
  const all = await unclaimed.listUnclaimed(1000);
  return all.filter(({ rawEvent }) => rawEvent?.includes(person.user.identifier));
}

async function rows(userId: string) {
  const [row] = await world.database.sql<{ records: number }[]>`
    select count(*)::integer as records from settled_record where user_id = ${userId}`;
  assert(row !== undefined);
  return row;
}
