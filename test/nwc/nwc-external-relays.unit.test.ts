import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signEvent, writeEvent } from '../../src/nostr/event.ts';
import { INFO_KIND, RESPONSE_KIND } from '../../src/nwc/wire-kinds.ts';
import {
  APP_KEY,
  APP_PUBKEY,
  appEncrypt,
  appRequest,
  NOW_SEC,
  WALLET_PUBKEY,
} from '../support/nwc/app-request.ts';
import { KEY, openConnected, openExternalBench, RELAY } from '../support/nwc/external-bench.ts';

const SEC = 1000;
const MIN = 60 * SEC;
const HOUR = 60 * MIN;

test('it asks for requests to its keys, and publishes what they may do', async () => {
  const { line, end } = await openConnected();
  const [asked] = line().heard;
  assert.deepEqual(asked?.slice(0, 1), ['REQ']);
  assert.deepEqual(asked?.[2], {
    kinds: [23_194],
    '#p': [WALLET_PUBKEY],
    since: NOW_SEC + 2 - 600,
  });
  const [info] = line().events(INFO_KIND);
  assert.match(info?.content ?? '', /^get_info .*pay_invoice.* notifications$/);
  await end();
  assert.equal(line().isCut(), true);
});

test('a request that comes is stored, and run', async () => {
  const { line, subscription, memory, started, clock, end } = await openConnected();
  const event = appRequest();
  line().say('EVENT', subscription, event);
  await clock.flush();
  assert.deepEqual([...memory.requests.keys()], [event.id]);
  assert.equal(memory.requests.get(event.id)?.relay, RELAY);
  assert.deepEqual(
    started.map(({ eventId, attempt }) => [eventId, attempt]),
    [[event.id, 1]],
  );
  line().say('EVENT', subscription, event);
  await clock.flush();
  assert.equal(started.length, 1, 'the same one runs once');
  await end();
});

test('one that the database could not take is counted once, however often it is tried', async () => {
  const { clock, memory, manners, line, start, started } = openExternalBench();
  let failures = 5;
  const addRequest: typeof memory.store.addRequest = async (request) => {
    failures -= 1;
    if (failures >= 0) throw new Error('the database is away');
    return await memory.store.addRequest(request);
  };
  const { end } = start('first', { ...memory, store: { ...memory.store, addRequest } });
  await clock.advance(5 * SEC);
  manners.requestsLeft = 1;
  line().say('EVENT', line().subscriptions()[0], appRequest());
  await clock.advance(60 * SEC);
  assert.equal(started.length, 1);
  await end();
});

test('while the database is away, no more than a thousand requests wait for it', async () => {
  const { clock, memory, line, start, started } = openExternalBench();
  let isAway = true;
  const addRequest: typeof memory.store.addRequest = async (request) => {
    if (isAway) throw new Error('the database is away');
    return await memory.store.addRequest(request);
  };
  const { end } = start('first', { ...memory, store: { ...memory.store, addRequest } });
  await clock.advance(5 * SEC);
  const request = appRequest();
  for (let number = 0; number < 1010; number += 1) {
    // Each is encrypted with a nonce of its own, and so another event. Nostr-tools signs slowly.
    const content = appEncrypt('{"method":"get_info"}', 'nip44_v2');
    line().say(
      'EVENT',
      line().subscriptions()[0],
      signEvent({ ...request, content }, APP_KEY, APP_PUBKEY),
    );
  }
  await clock.advance(20 * SEC);
  isAway = false;
  await clock.advance(60 * SEC);
  assert.equal(started.length, 1000);
  await end();
});

test('40: a relay that refuses is tried after 1 s, then ever less often, to 5 min', async () => {
  const { clock, manners, openedAtMs, start, line } = openExternalBench();
  manners.refuses = true;
  const { end } = start('first');
  await clock.advance(2 * HOUR);
  const pauses = openedAtMs.slice(1).map((atMs, index) => atMs - (openedAtMs[index] ?? 0));
  for (const [index, pause] of pauses.entries()) {
    const bound = Math.min(300 * SEC, SEC * 2 ** index);
    assert.ok(pause >= bound / 2 && pause <= bound, `pause ${index} is ${pause}`);
  }
  manners.refuses = false;
  await clock.advance(6 * MIN);
  assert.equal(line().subscriptions().length, 1);
  await end();
});

test('40: a relay that hangs, before or after it has opened, is left and tried again', async () => {
  const { clock, manners, lines, start, line } = openExternalBench();
  manners.hangs = true;
  const { end } = start('first');
  await clock.advance(20 * SEC);
  assert.equal(lines[0]?.isCut(), true);
  manners.hangs = false;
  manners.isMute = true;
  await clock.advance(20 * SEC);
  const mute = line();
  assert.equal(mute.isCut(), false);
  const askedBefore = mute.heard.filter(([name]) => name === 'REQ').length;
  await clock.advance(65 * SEC);
  assert.equal(mute.heard.filter(([name]) => name === 'REQ').length, askedBefore + 1);
  await clock.advance(10 * SEC);
  assert.equal(mute.isCut(), true);
  manners.isMute = false;
  await clock.advance(10 * MIN);
  assert.equal(line().isCut(), false);
  assert.equal(line().events(INFO_KIND).length > 0, true);
  await end();
});

test('a relay with nothing to say is asked every minute, and kept', async () => {
  const { clock, lines, line, end } = await openConnected();
  await clock.advance(10 * MIN);
  assert.equal(lines.length, 1);
  const asked = line().heard.filter(([name]) => name === 'REQ').length;
  assert.ok(asked >= 9 && asked <= 12, `${asked}`);
  await end();
});

test('40: a subscription that the relay ends is asked for again, ever less often', async () => {
  const { clock, line, subscription, manners, end } = await openConnected();
  const asked = (): number => line().heard.filter(([name]) => name === 'REQ').length;
  const before = asked();
  line().say('CLOSED', subscription, 'error: shutting down');
  await clock.advance(1100);
  assert.equal(asked(), before + 1);
  manners.hasNoEose = true;
  for (let time = 0; time < 1000; time += 1) {
    line().say('CLOSED', subscription, 'blocked: go away');
  }
  await clock.advance(10 * SEC);
  assert.ok(asked() <= before + 2, 'a thousand times no is one no');
  await end();
});

test('40: a publication without a word is sent again, and one that is known is done', async () => {
  const { clock, line, memory, manners, end } = await openConnected();
  manners.hasNoOk = true;
  const answer = appRequest({ kind: RESPONSE_KIND, scheme: null });
  const keepMs = 10 * MIN;
  const news = { relay: RELAY, deviceId: KEY.deviceId, kind: RESPONSE_KIND, keepMs };
  memory.addPublication({ ...news, event: writeEvent(answer) });
  await clock.advance(20 * SEC);
  const sent = line().events(RESPONSE_KIND);
  assert.ok(sent.length >= 3, `${sent.length}`);
  assert.ok(sent.every(({ id }) => id === answer.id));
  line().say('OK', answer.id, false, 'rate-limited: slow down');
  await clock.advance(SEC);
  assert.equal(memory.publications.size, 1);
  await clock.advance(60 * SEC);
  line().say('OK', answer.id, false, 'duplicate: have it');
  await clock.advance(SEC);
  assert.equal(memory.publications.size, 0);
  await end();
});

test('40: what waits while the relay is away is sent as soon as it is back', async () => {
  const { clock, line, memory, manners, end } = await openConnected();
  manners.refuses = true;
  line().hangUp();
  const answer = appRequest({ kind: RESPONSE_KIND, scheme: null });
  const news = { relay: RELAY, deviceId: KEY.deviceId, kind: RESPONSE_KIND, keepMs: HOUR };
  memory.addPublication({ ...news, event: writeEvent(answer) });
  await clock.advance(5 * MIN);
  manners.refuses = false;
  await clock.advance(6 * MIN);
  assert.deepEqual(
    line()
      .events(RESPONSE_KIND)
      .map(({ id }) => id),
    [answer.id],
  );
  assert.equal(memory.publications.size, 0);
  await end();
});

test('40: what is forged, foreign, broken or no request is not stored', async () => {
  const { clock, line, subscription, memory, end } = await openConnected();
  const event = appRequest();
  const forged = { ...event, content: `${event.content}x` };
  const unsigned = { ...event, sig: `${'0'.repeat(127)}1` };
  const stranger = { ...event, pubkey: WALLET_PUBKEY };
  const elsewhere = appRequest({ tags: [['p', 'ab'.repeat(32)]] });
  const old = appRequest({ createdAt: NOW_SEC - 700 });
  for (const each of [forged, unsigned, stranger, elsewhere, old, appRequest({ kind: 1 }), null]) {
    line().say('EVENT', subscription, each);
  }
  line().say('EVENT', 'another', event);
  line().say('EVENT', subscription, { ...event, content: 'x'.repeat(100_000) });
  line().say('OK', event.id, true, '');
  line().say('EOSE');
  line().say('CLOSED', {}, 7);
  line().say('NOTICE', 'hello');
  line().say('AUTH', 'challenge');
  line().say({ a: 1 });
  await clock.advance(SEC);
  assert.equal(memory.requests.size, 0);
  assert.equal(line().isCut(), false, 'anyone can make a relay pass on such events');
  line().say('EVENT', subscription, event);
  await clock.flush();
  assert.equal(memory.requests.size, 1, 'and an honest one still gets through');
  await end();
});

test('40: ten thousand old events before an honest one cost time, and no rows', async () => {
  const { clock, line, subscription, memory, end } = await openConnected();
  const old = appRequest({ createdAt: NOW_SEC - 3600 });
  for (let count = 0; count < 10_000; count += 1) {
    line().say('EVENT', subscription, { ...old, id: count.toString(16).padStart(64, '0') });
  }
  assert.equal(line().isHeld(), true, 'the relay has to wait');
  line().say('EVENT', subscription, appRequest({ createdAt: NOW_SEC + 5 }));
  await clock.advance(SEC);
  assert.equal(memory.requests.size, 0);
  await clock.advance(9 * SEC);
  assert.equal(memory.requests.size, 1);
  assert.equal(line().isHeld(), false);
  await end();
});

test('40: signatures of known keys that are forged are proven at a bounded rate', async () => {
  const { clock, line, subscription, memory, end } = await openConnected();
  const event = appRequest({ createdAt: NOW_SEC + 5 });
  const forged = { ...event, sig: `${'0'.repeat(127)}1` };
  for (let count = 0; count < 1000; count += 1) line().say('EVENT', subscription, forged);
  line().say('EVENT', subscription, event);
  await clock.advance(3 * SEC);
  assert.equal(memory.requests.size, 0);
  assert.equal(line().isHeld(), true);
  await clock.advance(10 * SEC);
  assert.equal(memory.requests.size, 1);
  await end();
});

test('15, 40: before the stored ones are over, a payment is up to a minute old', async () => {
  const { clock, manners, line, memory, start } = openExternalBench();
  manners.hasNoEose = true;
  const { end } = start('first');
  await clock.advance(5 * SEC);
  const [subscription] = line().subscriptions();
  const now = NOW_SEC + 5;
  const pay = '{"method":"pay_invoice","params":{"invoice":"lnbc1"}}';
  const old = appRequest({ createdAt: now - 61, content: pay });
  const young = appRequest({ createdAt: now - 59, content: pay });
  const oldKeysend = appRequest({ createdAt: now - 61, content: '{"method":"pay_keysend"}' });
  const question = appRequest({ createdAt: now - 500 });
  for (const event of [old, young, oldKeysend, question]) {
    line().say('EVENT', subscription, event);
  }
  await clock.flush();
  assert.deepEqual([...memory.requests.keys()], [young.id, question.id]);
  assert.equal(memory.requests.get(young.id)?.isLive, false);
  line().say('EOSE', subscription);
  line().say('EVENT', subscription, old);
  await clock.flush();
  assert.equal(memory.requests.get(old.id)?.isLive, true, 'it was sent just now');
  await end();
});
