import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/operations/alarm-store.ts';
import { createPublishingChannel } from '../../src/usecases/webhooks/publish-webhook.ts';
import {
  type PublishedMessage,
  type PublisherAnswer,
  PublisherFault,
} from '../../src/webhook/publisher-port.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const SIGNAL = new AbortController().signal;

function openBench() {
  const clock = createVirtualClock();
  const published: PublishedMessage[] = [];
  const alarms: Alarm[] = [];
  const asked: (string | null)[] = [];
  const forgotten: string[] = [];
  const provider: { answer: Partial<PublisherAnswer> | null } = { answer: null };
  const told = { isTold: true };
  const channel = createPublishingChannel({
    clock,
    random: createSeededRandom(11),
    log: createListeningLog(),
    alarms: { raiseAlarm: async (alarm) => void alarms.push(alarm) },
    publisher: {
      putEndpoint: async () => undefined,
      removeEndpoint: async () => undefined,
      publish: async (message) => {
        published.push(message);
        const answer = { status: null, isTimeout: false, retryAfter: null } as const;
        if (provider.answer === null) return;
        throw new PublisherFault('no', { ...answer, reason: 'unavailable', ...provider.answer });
      },
    },
    toldEndpoints: {
      isTold: async () => told.isTold,
      askToTell: async (id) => void asked.push(id),
      find: async () => null,
      noteBegun: async () => undefined,
      noteTold: async () => undefined,
      noteForgotten: async (id) => void forgotten.push(id),
    },
  });
  const transmit = (number = 1, attemptsBefore = 0, signal = SIGNAL) =>
    channel.transmit(
      {
        endpointId: 'ep_1',
        deliveryId: 1n,
        number,
        attemptsBefore,
        userId: 'user',
        url: 'https://shop.example/',
        origin: 'https://shop.example',
        consecutiveFailures: 0,
        eventType: 'e',
        body: '{}',
        messageId: '0193f1f0-0000-7000-8000-000000000001',
        sealedSecrets: [],
      },
      signal,
    );
  return { clock, published, alarms, asked, forgotten, provider, told, transmit };
}

test('W73 while the provider is away he is asked now and then, not by all that waits', async () => {
  const { clock, published, provider, transmit } = openBench();
  provider.answer = { status: 503 };
  await transmit();
  const waiting = Promise.all(Array.from({ length: 50 }, () => transmit()));
  await clock.advance(1900);
  assert.equal(published.length, 1, 'the others wait for him');
  provider.answer = null;
  const ends = await clock.until(waiting);
  assert(ends.every(({ result }) => result.kind === 'answered' && result.status === 202));
  const startedMs = clock.monotonicMs();
  await transmit();
  assert.equal(clock.monotonicMs(), startedMs, 'he is back');
});

test('W73 he is left alone for as long as he asks, but what waits is leased for a minute', async () => {
  for (const [retryAfter, pauseMs] of [
    ['7', 7000],
    ['0', 2000],
    ['Sat, 01 Jan 2000 00:00:00 GMT', 2000],
    ['nonsense', 2000],
    ['86400', 20_000],
  ] as const) {
    const { clock, provider, transmit } = openBench();
    provider.answer = { status: 429, retryAfter };
    await transmit();
    await clock.until(transmit());
    assert.equal(clock.monotonicMs(), pauseMs, retryAfter);
  }
});

test('W86 waiting for the provider ends with the signal, and nothing is sent any more', async () => {
  const { clock, published, provider, told, transmit } = openBench();
  provider.answer = { status: 503 };
  await transmit();
  provider.answer = null;
  const stop = new AbortController();
  const resting = transmit(1, 0, stop.signal);
  stop.abort();
  const { result } = await resting;
  assert.equal(result.kind, 'failed');
  assert.equal(clock.monotonicMs(), 0);
  assert.equal(published.length, 1);

  told.isTold = false;
  await clock.advance(60_000);
  const later = new AbortController();
  const untold = transmit(1, 0, later.signal);
  await clock.advance(600);
  later.abort();
  assert.equal((await untold).result.kind, 'failed');
  assert.equal(published.length, 1);
});

test('W73 the pause grows to five minutes and no further, for ever', async () => {
  const { provider, clock, transmit } = openBench();
  provider.answer = { status: 500 };
  for (let number = 1; number < 60; number += 1) {
    const { pauseMs = 0, isOurFault } = await clock.until(transmit(number));
    const boundMs = Math.min(300_000, 5000 * 2 ** (number - 1));
    assert(pauseMs >= boundMs / 2 && pauseMs <= boundMs);
    assert.equal(isOurFault, true);
  }
  const { pauseMs = 0 } = await clock.until(transmit(101, 100));
  assert(pauseMs <= 5000, 'a replay begins anew');
});

test('W74 an endpoint that he has lost is asked for again, and its message waits', async () => {
  const { clock, published, asked, forgotten, told, provider, transmit } = openBench();
  provider.answer = { reason: 'unknown_endpoint', status: 404 };
  const { result } = await transmit();
  assert.deepEqual([result.kind, forgotten], ['answered', ['ep_1']]);
  told.isTold = false;
  provider.answer = null;
  const waiting = transmit(2);
  await clock.advance(5000);
  assert.deepEqual([asked, published.length], [['ep_1'], 1]);
  told.isTold = true;
  const { result: done } = await clock.until(waiting);
  assert.equal(done.kind === 'answered' && done.status, 202);
  told.isTold = false;
  const { result: late } = await clock.until(transmit(3));
  assert.deepEqual([late.kind, published.length], ['failed', 2], 'not for ever');
});

test('W75 what he refuses is given up with an alarm, a refused token is an alarm only', async () => {
  const { alarms, provider, clock, transmit } = openBench();
  provider.answer = { reason: 'refused', status: 422 };
  const { result } = await transmit();
  assert.equal(result.kind === 'answered' && result.control, 'abort-message');
  provider.answer = { status: 401 };
  const { result: kept } = await clock.until(transmit());
  assert.equal(kept.kind === 'answered' && kept.control, null);
  assert.deepEqual(
    alarms.map(({ kind, subject }) => [kind, subject]),
    [
      ['webhook_provider_refuses', 'msg_0193f1f0000070008000000000000001 to ep_1'],
      ['webhook_provider_refuses', 'token'],
    ],
  );
});

test('a message is a replay when it was tried before its schedule began anew', async () => {
  const { published, transmit } = openBench();
  for (const [number, before] of [
    [1, 0],
    [3, 0],
    [4, 3],
    [5, 3],
  ] as const) {
    await transmit(number, before);
  }
  assert.deepEqual(
    published.map(({ isReplay }) => isReplay),
    [false, false, true, true],
  );
});
