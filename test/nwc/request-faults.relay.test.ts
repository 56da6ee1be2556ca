import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { NWC_BEGIN_MS } from '../../src/nwc/limits.ts';
import type { ApiUser } from '../support/api-user.ts';
import { eventually } from '../support/eventually.ts';
import { field, textField } from '../support/fields.ts';
import { END_LEASES } from '../support/nwc/end-leases.ts';
import { type Connected, startRelayWorld } from '../support/nwc/relay-world.ts';

const world = await startRelayWorld({ after });
const { api, breakage, lost, owner } = world;
let ann: ApiUser;
let app: Connected;

beforeEach(async () => {
  breakage.errors.clear();
  ann = await api.addUser();
  await ann.receive(10_000);
  app = await world.connect(ann);
});

const withCode = (code: string): Error => Object.assign(new Error(code), { code });
const pay = () => app.request('pay_invoice', { invoice: api.node.externalInvoice().bolt11 });
/** Longer than a process tries to put a request back: others take it up when its lease ends. */
const longOutage = () =>
  Array.from({ length: 100 }, () => ({
    at: 'before' as const,
    error: withCode('ECONNREFUSED'),
  }));
/**
 * By the call at which it fails, after which it is over at once. The runs of earlier tests may still
 * try to put their requests back, so that tells nothing.
 */
const runHasFailed = (call: 'findCaller' | 'writeAnswer'): Promise<true> =>
  eventually('its run has failed', () => (breakage.errors.get(call)?.length === 0 ? true : null));
const nowSec = (): number => Math.floor(api.clock.now().getTime() / 1000);

test('16: while the database is away a request is refused, and can be sent again', async () => {
  const event = pay();
  breakage.errors.set('addRequest', [{ at: 'before', error: withCode('ECONNREFUSED') }]);
  const [, , isTaken, words] = await app.socket.publish(event);
  assert.deepEqual([isTaken, String(words).split(':')[0]], [false, 'error']);
  assert.equal((await app.ask(event)).code, null);
  assert.equal(await ann.balanceSat(), 10_000 - 1001);
});

test('16: one whose answer from the database was lost is found again, and run at once', async () => {
  const sent = api.node.sent.length;
  lost.answers = 1;
  const answer = await app.ask(pay());
  assert.equal(answer.code, null);
  assert.equal(lost.answers, 0);
  assert.equal(api.node.sent.length, sent + 1);
});

test('16: if that stays open no one says no: the app is cut off, and hears the end', async () => {
  lost.answers = Number.POSITIVE_INFINITY;
  const event = pay();
  app.socket.send(['EVENT', event]);
  await eventually('the row is there', async () => ((await hasRow(event.id)) ? true : null));
  api.clock.move(NWC_BEGIN_MS + 1000);
  await eventually('the app is cut off', () => (app.socket.isClosed() ? true : null));
  lost.answers = 0;
  assert.ok(!app.socket.heard.some(([name]) => name === 'OK'));
  await leasesEnd();
  const again = await app.at(world.relayUrl);
  const answer = again.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
  assert.equal(await world.takeUp(), 1);
  assert.equal(codeOf(again.read(await answer.next())), 'PAYMENT_FAILED');
  assert.equal(await ann.balanceSat(), 10_000);
});

test('16: a request that met a short outage is run again as soon as that is over', async () => {
  const away = Array.from({ length: 2 }, () => ({
    at: 'before' as const,
    error: withCode('ECONNREFUSED'),
  }));
  breakage.errors.set('findCaller', away.slice(0, 1));
  breakage.errors.set('putBack', away);
  let isPutBack = false;
  breakage.onEffect.set('putBack', () => {
    isPutBack = true;
  });
  const event = app.request('get_balance');
  const answer = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
  assert.equal((await app.socket.publish(event))[2], true);
  await eventually('it is put back', () => (isPutBack ? true : null));
  breakage.onEffect.delete('putBack');
  await leasesEnd();
  assert.equal(await world.takeUp(), 1);
  assert.equal(field(app.read(await answer.next()), 'error'), undefined);
});

test('16: an answer that was stored though its end was lost is told to all who listen', async () => {
  const listener = app.socket.subscribe({ kinds: [23_195], '#p': [app.pubkey] });
  await listener.opened();
  breakage.errors.set('writeAnswer', [{ at: 'after', error: withCode('ECONNRESET') }]);
  breakage.errors.set('putBack', [{ at: 'before', error: withCode('ECONNREFUSED') }]);
  const event = app.request('get_balance');
  assert.equal((await app.socket.publish(event))[2], true);
  assert.equal(field(app.read(await listener.next()), 'error'), undefined);
  await leasesEnd();
  assert.equal(await world.takeUp(), 0, 'it is not run again');
});

test('16: a payment that cannot be begun for 31 s is refused, also when it is sent again', async () => {
  const sent = api.node.sent.length;
  breakage.errors.set('findCaller', [{ at: 'before', error: withCode('ECONNREFUSED') }]);
  breakage.errors.set('putBack', longOutage());
  const event = pay();
  assert.equal((await app.socket.publish(event))[2], true);
  await runHasFailed('findCaller');
  api.clock.move(NWC_BEGIN_MS + 1000);
  await leasesEnd();
  const answer = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
  assert.equal(await world.takeUp(), 1);
  assert.equal(codeOf(app.read(await answer.next())), 'PAYMENT_FAILED');
  assert.equal((await app.ask(event)).code, 'PAYMENT_FAILED');
  assert.equal(api.node.sent.length, sent);
  assert.equal(await ann.balanceSat(), 10_000);
});

for (const [kind, order] of [
  ['bolt11', () => ({ method: 'pay_invoice', params: { invoice: external() } })],
  ['keysend', () => ({ method: 'pay_keysend', params: { amount: 700_000, pubkey: PAYEE } })],
] as const) {
  test(`17: after a restore no ${kind} is sent that was asked for before`, async () => {
    const { method, params } = order();
    const event = app.request(method, params, { createdAt: nowSec() });
    assert.equal((await app.ask(event)).code, null);
    const [balanceSat, sent] = [await ann.balanceSat(), api.node.sent.length];
    // As in an older database: it knows nothing of the request and of its payment.
    await forget(event.id);
    await wentBack(nowSec());
    const answer = await app.ask(event);
    assert.equal(answer.code, 'OTHER');
    assert.match(
      textField(field(answer.body, 'error'), 'message'),
      /before the wallet was restored/,
    );
    const ahead = app.request(method, params, { createdAt: nowSec() + 540 });
    assert.equal((await app.ask(ahead)).code, 'OTHER', 'its clock is ahead');
    assert.equal((await app.call('get_balance')).code, null, 'questions run');
    assert.equal(api.node.sent.length, sent);
    assert.equal(await ann.balanceSat(), balanceSat);
    await wentBack(nowSec() - 1200);
    const fresh = order();
    assert.equal((await app.call(fresh.method, fresh.params)).code, null);
    await owner`delete from database_mark`;
  });
}

test('a payment that ended while no one looked is told as such, also when its key is pruned', async () => {
  const [sent, event] = [api.node.sent.length, pay()];
  breakage.errors.set('writeAnswer', [{ at: 'before', error: withCode('ECONNREFUSED') }]);
  breakage.errors.set('putBack', longOutage());
  assert.equal((await app.socket.publish(event))[2], true);
  await runHasFailed('writeAnswer');
  api.clock.move(NWC_BEGIN_MS + 1000);
  await leasesEnd();
  // As a day after the end, in a service that was away for so long.
  await owner`delete from idempotency_key where key = ${`nwc:${event.id}`}`;
  const answer = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
  assert.equal(await world.takeUp(), 1);
  const paid = field(app.read(await answer.next()), 'result');
  assert.match(textField(paid, 'preimage'), /^[0-9a-f]{64}$/);
  assert.equal(api.node.sent.length, sent + 1);
  assert.equal(await ann.balanceSat(), 10_000 - 1001);
});

test('17: a keysend bears the same hash again, whatever the database has forgotten', async () => {
  const event = app.request('pay_keysend', { amount: 700_000, pubkey: PAYEE });
  const first = await app.ask(event);
  await forget(event.id);
  const second = await app.ask(event);
  const [one, two] = [first, second].map(({ result }) => textField(result, 'preimage'));
  assert.equal(one, two);
});

const PAYEE = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;
const external = (): string => api.node.externalInvoice().bolt11;

const codeOf = (body: unknown): string => textField(field(body, 'error'), 'code');
const bytesOf = (eventId: string): Buffer => Buffer.from(eventId, 'hex');
const leasesEnd = async (): Promise<void> => {
  await owner.unsafe(END_LEASES);
};

async function hasRow(eventId: string): Promise<boolean> {
  const rows = await owner`select from nwc_request where event_id = ${bytesOf(eventId)}`;
  return rows.length === 1;
}

async function wentBack(atSec: number): Promise<void> {
  await owner`
    insert into database_mark (system_identifier, timeline, looked_in, went_back_at)
    values (1, current_timeline(), database_place(), to_timestamp(${atSec}))
    on conflict (is_only) do update set went_back_at = excluded.went_back_at`;
}

async function forget(eventId: string): Promise<void> {
  await owner`delete from nwc_request where event_id = ${bytesOf(eventId)}`;
  await owner`delete from idempotency_key where key = ${`nwc:${eventId}`}`;
}
