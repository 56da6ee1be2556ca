import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import type { FakeSvix } from '../support/fake-svix.ts';
import { deadUrl } from '../support/scripted-server.ts';
import {
  APP,
  endpointOf,
  faultOf,
  ID,
  MESSAGE,
  publisherOf as openPublisher,
  SIGNAL,
  startSvix,
  TOKEN,
} from '../support/svix-world.ts';

const cleanups: (() => Promise<void>)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});
const cleanup = { after: (fn: () => Promise<void>) => void cleanups.push(fn) };
const start = () => startSvix(cleanup);
const publisherOf = (url: string, options: { patienceMs?: number } = {}) =>
  openPublisher(cleanup, url, options);

describe('publishing again, and failing', () => {
  let svix: FakeSvix;
  let publisher: ReturnType<typeof publisherOf>;
  beforeEach(async () => {
    ({ svix, publisher } = await start());
    await publisher.putEndpoint(endpointOf(), SIGNAL);
    svix.takeCalls();
  });
  const messages = () => svix.apps.get(`_${ID}`)?.messages;

  test('W72 a message that the server has already is done', async () => {
    svix.intercept = () => (messages()?.size === 0 ? 'cut after' : undefined);
    assert.equal((await faultOf(publisher.publish(MESSAGE, SIGNAL))).answer.reason, 'unavailable');
    await publisher.publish(MESSAGE, SIGNAL);
    assert.equal(messages()?.size, 1);
    assert.deepEqual([...(messages()?.values() ?? [])][0]?.resentTo, []);
  });

  test('a replay is sent again to its endpoint, also one that the server has never had', async () => {
    await publisher.publish({ ...MESSAGE, isReplay: true }, SIGNAL);
    assert.deepEqual([...(messages()?.values() ?? [])][0]?.resentTo, []);
    await publisher.publish({ ...MESSAGE, isReplay: true }, SIGNAL);
    assert.deepEqual([...(messages()?.values() ?? [])][0]?.resentTo, [`_${ID}`]);
  });

  for (const [status, reason] of [
    [422, 'refused'],
    [400, 'refused'],
    [413, 'refused'],
    [404, 'unknown_endpoint'],
    [401, 'unavailable'],
    [403, 'unavailable'],
    [408, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [302, 'unavailable'],
    [204, 'unavailable'],
  ] as const) {
    test(`W73 W75 an answer of ${status} is ${reason}`, async () => {
      const headers = { 'retry-after': '7' };
      svix.intercept = () => ({ status, headers });
      const { answer, message } = await faultOf(publisher.publish(MESSAGE, SIGNAL));
      assert.deepEqual(answer, { reason, status, isTimeout: false, retryAfter: '7' });
      assert(!message.includes(TOKEN));
      svix.intercept = () => undefined;
      await publisher.publish(MESSAGE, SIGNAL);
    });
  }

  test('W73 a server that hangs, cuts off or is not there is away for now', async () => {
    const hasty = publisherOf(svix.url, { patienceMs: 100 });
    svix.intercept = () => 'hang';
    const hung = await faultOf(hasty.publish(MESSAGE, SIGNAL));
    assert.deepEqual([hung.answer.reason, hung.answer.isTimeout], ['unavailable', true]);
    svix.intercept = () => 'cut';
    assert.equal((await faultOf(publisher.publish(MESSAGE, SIGNAL))).answer.isTimeout, false);
    const nowhere = publisherOf(await deadUrl());
    assert.equal((await faultOf(nowhere.publish(MESSAGE, SIGNAL))).answer.reason, 'unavailable');
  });

  test('a call ends with its signal', async () => {
    svix.intercept = () => 'hang';
    const end = new AbortController();
    const publishing = faultOf(publisher.publish(MESSAGE, end.signal));
    end.abort();
    assert.equal((await publishing).answer.isTimeout, false);
  });

  test('W80 the token goes to the server that is set, and nowhere that it points to', async () => {
    const { svix: other } = await start();
    for (const status of [301, 302, 307, 308]) {
      const headers = { location: `${other.url}/api/v1${APP}/msg` };
      svix.intercept = () => ({ status, headers });
      assert.equal((await faultOf(publisher.publish(MESSAGE, SIGNAL))).answer.status, status);
      assert.equal(
        (await faultOf(publisher.putEndpoint(endpointOf(), SIGNAL))).answer.status,
        status,
      );
    }
    assert.equal(other.requests.length, 0);
    assert(svix.requests.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`));
    const below = publisherOf(`${other.url}/below`);
    await faultOf(below.publish(MESSAGE, SIGNAL));
    assert.equal(other.requests[0]?.path, `/below/api/v1${APP}/msg`);
  });
});
