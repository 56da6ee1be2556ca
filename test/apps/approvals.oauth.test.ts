import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { approvalsOf, checkAsking } from '../support/approvals.ts';
import { field } from '../support/fields.ts';
import {
  type App,
  authorizeUrl,
  exchange,
  openConsent,
  type Person,
  readCallback,
  readTokens,
  startOauth,
  type Tokens,
} from '../support/oauth-world.ts';

/** Apps whose users have chosen, when they gave access, that payments ask above an amount. */

const world = await startOauth({ after }, { waitSec: 0 });
const app = await world.addApp();
const payee = await world.addPerson();
const { waiting, onlyWaiting, approve, refuse, stateOf } = approvalsOf(world);

const SCOPE = 'payments:send balance:read';

async function connect(person: Person, to: App = app): Promise<Tokens> {
  const asked = await person.browser.get(authorizeUrl(to, { scope: SCOPE }));
  const consent = await openConsent(person.browser, asked.headers.location);
  const fields = { limit: 'none', ask_above: '100' };
  const { code } = await readCallback(person.browser, await consent.answer('allow', fields));
  return readTokens(await world.token(to, exchange(to, code)));
}

async function addPayer(): Promise<Person> {
  const person = await world.addPerson();
  await person.api.receive(10_000);
  return person;
}

const pay = ({ accessToken }: Tokens, invoice: string) =>
  world.call('POST', '/payments/bolt11', {
    headers: { authorization: `Bearer ${accessToken}` },
    body: { invoice },
  });
const bill = (amountSat: number) => payee.api.invoice(amountSat);

test('a payment above the amount waits, and a refreshed token joins it', async () => {
  const person = await addPayer();
  const first = await connect(person);
  assert.equal((await pay(first, await bill(100))).status, 200);
  const invoice = await bill(500);
  checkAsking(await pay(first, invoice));
  const second = readTokens(await world.refresh(app, first.refreshToken));
  checkAsking(await pay(second, invoice));
  await approve(await onlyWaiting(person.api));
  const paid = await pay(second, invoice);
  assert.deepEqual([paid.status, field(paid.body, 'amount')], [200, 500]);
  assert.equal(await person.api.balanceSat(), 9400);
});

test('refused, and raised by an approval: the app hears and may do as its user said', async () => {
  const person = await addPayer();
  const tokens = await connect(person);
  const [refused, raised] = [await bill(500), await bill(600)];
  checkAsking(await pay(tokens, refused));
  await refuse(await onlyWaiting(person.api));
  const answer = await pay(tokens, refused);
  assert.deepEqual([answer.status, field(answer.body, 'code')], [400, 2]);
  checkAsking(await pay(tokens, raised));
  await approve(await onlyWaiting(person.api), true);
  assert.equal((await pay(tokens, await bill(600))).status, 200);
  checkAsking(await pay(tokens, await bill(601)));
});

test('each app of a user asks for itself, and revoking one ends only what it asked for', async () => {
  const person = await addPayer();
  const other = await world.addApp();
  const invoice = await bill(500);
  const [one, two] = [await connect(person), await connect(person, other)];
  checkAsking(await pay(one, invoice));
  checkAsking(await pay(two, invoice));
  const [second, first] = await waiting(person.api);
  assert(first !== undefined && second !== undefined);
  await world.deps.appGrants.revokeAppGrant(person.api.user.id, first.grantId, world.clock.now());
  assert.equal(await stateOf(first), 'withdrawn');
  assert.equal((await pay(one, invoice)).status, 401);
  assert.equal((await approve(second)).state, 'approved');
  assert.equal((await pay(two, invoice)).status, 200);
  assert.equal(await person.api.balanceSat(), 9500);
});

test('a token used twice, which ends all tokens of the app, keeps what its user may decide', async () => {
  const person = await addPayer();
  const first = await connect(person);
  checkAsking(await pay(first, await bill(500)));
  const asked = await onlyWaiting(person.api);
  await world.refresh(app, first.refreshToken);
  world.clock.move(11_000);
  assert.equal((await world.refresh(app, first.refreshToken)).status, 400);
  assert.equal(await stateOf(asked), 'waiting');
});
