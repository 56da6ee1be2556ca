import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { MAX_WITHDRAW_DRAFTS, WITHDRAW_DRAFT_LIFE_MS } from '../../src/send/limits.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startSendPages({ after });
const { payee } = world;
const visitor = await world.addVisitor();
const LINK = encodeLnurl(`${payee.url}/withdraw`);

async function begin(change: object = {}): Promise<string> {
  payee.answers.set('/withdraw', {
    tag: 'withdrawRequest',
    callback: `${payee.url}/pull`,
    k1: 'a secret',
    defaultDescription: 'A <b>gift</b>',
    minWithdrawable: 1000,
    maxWithdrawable: 50_000,
    ...change,
  });
  const path = await world.begin(visitor, LINK);
  assert.match(path, /^\/receive\/withdraw\/[\w-]{36}$/);
  return path;
}

const given = (): readonly string[] =>
  payee.asked
    .filter(({ pathname }) => pathname === '/pull')
    .map(({ searchParams }) => searchParams.get('pr') ?? '');

describe('/receive/withdraw/{draft}', () => {
  test('an amount within the limits; yes means on its way, and only money means arrived', async () => {
    payee.answers.set('/pull', { status: 'OK' });
    const path = await begin();
    const text = await world.read(visitor, path);
    assert.match(text, new RegExp(`${payee.host} offers you money.* A <b>gift</b> Amount From 1`));
    const wrong = await visitor.post(path, { amount: '51' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /Enter an amount from 1 sat to 50 sat/);
    const asked = await visitor.post(path, { amount: '50' });
    assert.equal(asked.headers.location, path);
    const way = await world.read(visitor, path);
    assert.match(way, /On its way .* will send 50 sat/);
    assert.doesNotMatch(way, /[Rr]eceived|Arrived|in your wallet/);
    assert.match((await visitor.get(path)).body, /data-live=/);
    const decoded = decodeBolt11(given().at(-1) ?? '');
    assert(decoded.ok);
    await world.payFromExternalNode(decoded.value.paymentHash);
    assert.match(await world.read(visitor, path), /Arrived 50 sat is in your wallet/);
    assert.equal(await visitor.api.balanceSat(), 50);
  });

  test('no answer: it may be asked again, for the same invoice', async () => {
    payee.answers.set('/pull', 'silence');
    const path = await begin({ minWithdrawable: 7000, maxWithdrawable: 7000 });
    assert.match(await world.read(visitor, path), /You get 7 sat/);
    await visitor.post(path, {});
    assert.match(await world.read(visitor, path), /Not confirmed yet/);
    payee.answers.set('/pull', { status: 'OK' });
    await Promise.all([visitor.post(path, {}), visitor.post(path, {})]);
    assert.match(await world.read(visitor, path), /On its way/);
    assert.equal(new Set(given().slice(-2)).size, 1);
    world.clock.move(WITHDRAW_DRAFT_LIFE_MS);
    assert.match(await world.read(visitor, path), /Nothing came/);
  });

  test('a voucher of parts of a sat: an invoice over exactly that, of which 1,234 arrive', async () => {
    payee.answers.set('/pull', { status: 'OK' });
    const path = await begin({ minWithdrawable: 1_234_567, maxWithdrawable: 1_234_567 });
    assert.match(await world.read(visitor, path), /1,234\.567 sat/);
    await visitor.post(path, {});
    assert.match(await world.read(visitor, path), /On its way .* 1,234\.567 sat/);
    const decoded = decodeBolt11(given().at(-1) ?? '');
    assert(decoded.ok);
    assert.equal(decoded.value.amountMsat, 1_234_567n);
    await world.payFromExternalNode(decoded.value.paymentHash);
    assert.match(await world.read(visitor, path), /1,234 sat/);
  });

  test('a no is told in the words of the other side', async () => {
    payee.answers.set('/pull', { status: 'ERROR', reason: 'already <i>used</i>' });
    const path = await begin();
    const asked = await visitor.post(path, { amount: '5' });
    const text = await world.read(visitor, String(asked.headers.location));
    assert.match(text, / refused: “already <i>used<\/i>”.* Refused .* You can ask again/);
    assert.doesNotMatch(text, /We do not know|payee|Nothing was sent/);
    payee.answers.set('/pull', { status: 'OK' });
    assert.equal((await visitor.post(path, {})).headers.location, path);
    assert.match(await world.read(visitor, path), /On its way/);
  });

  test('two tabs ask for different amounts: the other side is given one invoice', async () => {
    payee.answers.set('/pull', { status: 'OK' });
    const path = await begin();
    const before = given().length;
    await Promise.all(['5', '6', '7'].map((amount) => visitor.post(path, { amount })));
    assert.match(await world.read(visitor, path), /On its way .* will send [567] sat/);
    assert.equal(new Set(given().slice(before)).size, 1);
  });

  test('a user has a limited number of them: the oldest one makes room, one asked for stays', async () => {
    payee.answers.set('/pull', 'silence');
    const asked = await begin();
    await visitor.post(asked, { amount: '5' });
    const oldest = await begin();
    for (let count = 0; count < MAX_WITHDRAW_DRAFTS; count += 1) await begin();
    assert.equal((await visitor.get(oldest)).statusCode, 404);
    assert.match(await world.read(visitor, asked), /Not confirmed yet/);
  });

  test('too old, unknown, or of another user', async () => {
    const path = await begin();
    const other = await world.addVisitor();
    assert.equal((await other.get(path)).statusCode, 404);
    assert.equal((await other.post(path, { amount: '5' })).statusCode, 404);
    assert.equal((await visitor.get('/receive/withdraw/x')).statusCode, 404);
    world.clock.move(WITHDRAW_DRAFT_LIFE_MS + 1000);
    assert.match(await world.read(visitor, path), /This page was open too long/);
    const late = await visitor.post(path, { amount: '5' });
    assert.equal(late.headers.location, path);
  });
});
