import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addConnection } from '../../src/apps/add-connection.ts';
import { unseal } from '../../src/authorization/sealed-box.ts';
import type { Database } from '../../src/database/db.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNwcRequestStore } from '../../src/nwc/sql/nwc-request-store.ts';
import { NOON, newId, openRequestBench, SEAL_KEY } from '../support/nwc/request-stores.ts';

test('43: the same wish gets the same link, which no table holds', async (t) => {
  const { deps, kind, input, added, key, database } = await openRequestBench(t);
  const again = await addConnection(deps, kind, input);
  assert(again.ok && again.value.isRepeat);
  assert.deepEqual(again.value.secret, added.secret);
  const secret = new URL(added.secret.link).searchParams.get('secret') ?? '';
  assert.match(secret, /^[0-9a-f]{64}$/);
  assert.match(added.secret.link, /&lud16=ann%40pay\.example$/);
  const [row] = await database.query(
    (sql) => sql<{ text: string }[]>`select k::text as text from nwc_key k`,
  );
  assert.ok(row?.text.includes(key.walletPubkey) && !row.text.includes(secret));
});

test('16: one whose answer was lost is known as one of our own, until someone runs it', async (t) => {
  const { add, key, database, requests } = await openRequestBench(t);
  const [eventId, arrivalId] = [newId(), randomUUID()];
  const request = {
    ...{ eventId, key, arrivalId, eventText: '{}', arrivedAt: NOON },
    leaseMs: 0,
  };
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const failingAfter: Database['query'] = async (work) => {
    await database.query(work);
    throw reset;
  };
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const storeOver = (query: Database['query']) => createNwcRequestStore({ ...database, query });
  const none = storeOver(() => Promise.reject(away));
  await assert.rejects(none.addRequest(request), /away/, 'it is certainly not there');
  assert.deepEqual(await storeOver(failingAfter).addRequest(request), { kind: 'lost' });
  let calls = 0;
  const oneLost = storeOver(async (work) => {
    calls += 1;
    return calls === 1 ? await failingAfter(work) : await Promise.reject(away);
  });
  const next = { ...request, eventId: newId() };
  assert.deepEqual(await oneLost.addRequest(next), { kind: 'lost' }, 'the repeat proves nothing');
  const added = { kind: 'added', wentBackAt: null };
  assert.deepEqual(await requests.addRequest(request), added);
  assert.deepEqual(await add(eventId), { kind: 'known', answer: null }, 'of someone else');
  assert.equal((await requests.takeRequests(10, 60_000)).length, 2);
  assert.deepEqual(await requests.addRequest(request), { kind: 'known', answer: null });
});

test('17: with a request comes when the database was last put back', async (t) => {
  const { add, database, requests } = await openRequestBench(t);
  const comparisons = createComparisonStore(database);
  await comparisons.recogniseDatabase();
  assert.deepEqual(await add(newId()), { kind: 'added', wentBackAt: null });
  await comparisons.stopAsRewound('a payment is missing');
  const outcome = await add(newId(), 0);
  assert(outcome.kind === 'added' && outcome.wentBackAt !== null);
  const [taken] = await requests.takeRequests(10, 60_000);
  assert.deepEqual(taken?.wentBackAt, outcome.wentBackAt);
  await comparisons.stopAsRewound('and another one');
  const later = await add(newId());
  assert(later.kind === 'added' && later.wentBackAt !== null);
  assert.ok(later.wentBackAt > outcome.wentBackAt);
});

test('17: no request waits for a payment that the database has lost', async (t) => {
  const { add, requests } = await openRequestBench(t);
  const eventId = newId();
  await add(eventId);
  await requests.waitForPayment(eventId, randomUUID());
  const [taken] = await requests.takeRequests(10, 60_000);
  assert.equal(taken?.eventId, eventId);
  assert.equal(taken.paymentId, null);
});

test('45: a dump opens no key of a wallet, and holds no secret of an app', async (t) => {
  const { added, key, database } = await openRequestBench(t);
  const secret = new URL(added.secret.link).searchParams.get('secret') ?? '';
  const right = unseal(SEAL_KEY, key.sealedSecret, key.deviceId);
  assert(right !== null);
  assert.equal(unseal(new Uint8Array(32), key.sealedSecret, key.deviceId), null);
  assert.equal(unseal(SEAL_KEY, key.sealedSecret, randomUUID()), null);
  const [row] = await database.query(
    (sql) => sql<{ dump: string }[]>`
      select concat(
        (select string_agg(k::text, ' ') from nwc_key k),
        (select string_agg(d::text, ' ') from grant_device d),
        (select string_agg(g::text, ' ') from app_grant g)) as dump`,
  );
  assert(row !== undefined);
  assert.ok(row.dump.includes(key.clientPubkey));
  for (const bytes of [Buffer.from(right), Buffer.from(secret, 'hex')]) {
    for (const text of [bytes.toString('hex'), bytes.toString('base64')]) {
      assert.ok(!row.dump.includes(text));
    }
  }
});
