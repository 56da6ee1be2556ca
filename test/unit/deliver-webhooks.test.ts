import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWakeUp } from '../../src/base/wake-up.ts';
import type { DeliveryStore } from '../../src/webhook/delivery-store.ts';
import { deliverWebhooks } from '../../src/workers/deliver-webhooks.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

test('W47 behind three thousand endpoints that wait, one is reached at once', async () => {
  const clock = createVirtualClock();
  const due = Array.from({ length: 3500 }, (_, n) => ({
    ...{ endpointId: `ep_${n + 1000}`, userId: `user ${n}`, url: `https://host-${n}.example/` },
    origin: `https://host-${n}.example`,
    consecutiveFailures: 0,
  }));
  const askedFor: string[] = [];
  const none = async () => undefined;
  const deliveries: DeliveryStore = {
    listDueEndpoints: async (after, limit) =>
      due.filter(({ endpointId }) => endpointId > after).slice(0, limit),
    // Another process has them.
    claim: async (shares) => {
      askedFor.push(...shares.map(({ endpointId }) => endpointId));
      return [];
    },
    ...{ record: none, release: none, endLeft: async () => false, sweepAttempts: async () => 0 },
    listAnsweredUrls: async () => [],
    readBacklog: async () => ({ pending: 0, oldestDueSec: null, disabledEndpoints: 0 }),
  };
  const stop = new AbortController();
  const running = deliverWebhooks(
    {
      ...{
        clock,
        random: createSeededRandom(1),
        log: createListeningLog(),
        wakeUp: createWakeUp(),
      },
      ...{ deliveries, isHoldingWebhooks: () => false },
      channel: { transmit: () => Promise.reject(new Error('nothing is claimed')) },
      observer: { attempted: () => undefined, claimed: () => undefined, used: () => undefined },
    },
    stop.signal,
  );
  await clock.advance(100);
  assert.ok(
    askedFor.some((endpointId) => endpointId >= 'ep_4000'),
    'the last list was looked at within a tenth of a second',
  );
  stop.abort();
  await clock.advance(10_000);
  await running;
});
