import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { field } from '../support/fields.ts';
import {
  authorizeUrl,
  exchange,
  type Fields,
  openConsent,
  type Person,
  readCallback,
  readTokens,
  startOauth,
  type Tokens,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const app = await world.addApp();
const payee = await world.addPerson();

const SCOPE = 'payments:send balance:read';
const LIMIT: Fields = { limit: 'some', amount: '1000', interval: 'ever', end: 'never' };

/** A user who lets the app spend within a limit. */
async function connect(person: Person, fields: Fields = LIMIT): Promise<Tokens> {
  const asked = await person.browser.get(authorizeUrl(app, { scope: SCOPE }));
  const consent = await openConsent(person.browser, asked.headers.location);
  const { code } = await readCallback(person.browser, await consent.answer('allow', fields));
  return readTokens(await world.token(app, exchange(app, code)));
}

async function addPayer(): Promise<Person> {
  const person = await world.addPerson();
  await person.api.receive(10_000);
  return person;
}

const pay = async ({ accessToken }: Tokens, amountSat: number) =>
  world.call('POST', '/payments/bolt11', {
    headers: { authorization: `Bearer ${accessToken}` },
    body: { invoice: await payee.api.invoice(amountSat) },
  });

async function used({ api }: Person): Promise<bigint | undefined> {
  const [appGrant] = await world.deps.appGrants.listAppGrants(api.user.id);
  assert(appGrant !== undefined);
  const found = await world.deps.budgets.readBudgets(api.user.id, [appGrant.id], world.clock.now());
  return found.get(appGrant.id)?.usedSat;
}

test('J3 parallel payments of an app never exceed what the user allowed', async () => {
  const person = await addPayer();
  const tokens = await connect(person);
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(tokens, 100)));
  const paid = answers.filter(({ status }) => status === 200);
  assert.equal(paid.length, 10);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    assert.deepEqual([status, field(body, 'code')], [400, 2]);
  }
  assert.equal(await used(person), sat(1000n));
  assert.equal(await person.api.balanceSat(), 9000);
});

test('J3 a refresh keeps the budget, and so does a reuse that ends all tokens', async () => {
  const person = await addPayer();
  const first = await connect(person);
  assert.equal((await pay(first, 700)).status, 200);
  const second = readTokens(await world.refresh(app, first.refreshToken));
  assert.equal((await pay(second, 400)).status, 400);
  assert.equal((await pay(second, 200)).status, 200);
  world.clock.move(11_000);
  assert.equal((await world.refresh(app, first.refreshToken)).status, 400);
  assert.equal((await pay(second, 50)).status, 401);
  assert.equal(await used(person), sat(900n));
});

test('J3 a new consent takes nothing back of what was spent', async () => {
  const person = await addPayer();
  assert.equal((await pay(await connect(person), 900)).status, 200);
  const again = await connect(person);
  assert.equal(await used(person), sat(900n));
  assert.equal((await pay(again, 200)).status, 400);
  const wider = await connect(person, { ...LIMIT, amount: '2000' });
  assert.equal(await used(person), sat(900n));
  assert.equal((await pay(wider, 200)).status, 200);
  assert.equal((await pay(again, 200)).status, 200, 'one budget for all tokens of the app grant');
  assert.equal(await used(person), sat(1300n));
});

test('J3 after a revocation a new app grant begins with nothing spent', async () => {
  const person = await addPayer();
  const tokens = await connect(person);
  assert.equal((await pay(tokens, 900)).status, 200);
  const { appGrants } = world.deps;
  const [appGrant] = await appGrants.listAppGrants(person.api.user.id);
  assert(appGrant !== undefined);
  await appGrants.revokeAppGrant(person.api.user.id, appGrant.id, world.clock.now());
  assert.equal((await pay(tokens, 50)).status, 401);
  assert.equal((await pay(await connect(person), 900)).status, 200);
});
