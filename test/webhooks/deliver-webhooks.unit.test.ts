import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { createNotifier } from '../../src/base/notifier.ts';
import { deliverWebhooks } from '../../src/webhooks/deliver-webhooks.ts';
import type { ClaimShare, DeliveryStore, DueEndpoint } from '../../src/webhooks/delivery-store.ts';
import { createOutageWatch } from '../../src/webhooks/own-outage.ts';
import type { WebhookSender } from '../../src/webhooks/sender-port.ts';
import { newSigningSecret, signingKeyOf } from '../../src/webhooks/signing-secret.ts';
import { DatabaseAway } from '../support/job-bench.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const endpoint = (n: number): DueEndpoint => ({
  endpointId: `ep_${n}`,
  userId: `user ${n}`,
  consecutiveFailures: 0,
  url: `https://host-${n}.example/`,
  origin: `https://host-${n}.example`,
});

const KEY = signingKeyOf(newSigningSecret(createSeededRandom(2)));

/** Receivers that take their time. */
const senderOf = (clock: Clock): WebhookSender => ({
  send: async () => {
    await clock.sleep(5);
    const answer = { status: 200, retryAfter: null, control: null, excerpt: '' };
    return { kind: 'answered', ...answer, durationMs: 5 };
  },
});

/** A worker for endpoints at which something is always due. */
function startWorker(
  due: readonly DueEndpoint[],
  claim: DeliveryStore['claim'],
  isAway: () => boolean = () => false,
) {
  const clock = createVirtualClock();
  const notifier = createNotifier();
  const stop = new AbortController();
  const none = async () => undefined;
  let lists = 0;
  const deliveries: DeliveryStore = {
    listDueEndpoints: async (after, limit) => {
      if (isAway()) throw new DatabaseAway('the database is away');
      lists += 1;
      return due.filter(({ endpointId }) => endpointId > after).slice(0, limit);
    },
    claim,
    record: none,
    release: none,
    endLeft: async () => false,
    pruneAttempts: async () => 0,
    listAnsweredUrls: async () => [],
    readBacklog: async () => ({ pending: 0, oldestDueSec: null, disabledEndpoints: 0 }),
  };
  const running = deliverWebhooks(
    {
      clock,
      notifier,
      random: createSeededRandom(1),
      log: createListeningLog(),
      deliveries,
      isHoldingWebhooks: () => false,
      sender: senderOf(clock),
      signingKeys: () => [KEY],
      outage: createOutageWatch(),
      observer: {
        attempted: () => undefined,
        claimed: () => undefined,
        watchSlots: () => undefined,
      },
    },
    stop.signal,
  );
  return {
    clock,
    notifier,
    lists: () => lists,
    end: async () => {
      stop.abort();
      await clock.advance(10_000);
      await running;
    },
  };
}

/** All that is asked for, under numbers of their own. */
function createClaims() {
  let number = 0;
  const one = ({ endpointId }: ClaimShare) => {
    number += 1;
    return {
      ...endpoint(Number(endpointId.slice(3))),
      deliveryId: BigInt(number),
      number: 1,
      attemptsBefore: 0,
      sealedSecrets: [],
      messageId: `message ${number}`,
      eventType: 'e',
      body: '{}',
    };
  };
  return (shares: readonly ClaimShare[]) =>
    shares.flatMap((share) => Array.from({ length: share.count }, () => one(share)));
}

describe('the worker that delivers', () => {
  test('W47 behind three thousand endpoints that wait, one is reached at once', async () => {
    const askedFor: string[] = [];
    const due = Array.from({ length: 3500 }, (_, n) => endpoint(n + 1000));
    const worker = startWorker(due, async (shares) => {
      askedFor.push(...shares.map(({ endpointId }) => endpointId));
      // Another process has them.
      return [];
    });
    await worker.clock.advance(100);
    assert.ok(
      askedFor.some((endpointId) => endpointId >= 'ep_4000'),
      'the last list was looked at within a tenth of a second',
    );
    await worker.end();
  });

  test('under load a list serves several claims, and who comes later is reached soon', async () => {
    const due = Array.from({ length: 100 }, (_, n) => endpoint(n + 1000));
    const claimsOf = createClaims();
    let claims = 0;
    let isLaterReached = false;
    const worker = startWorker(due, async (shares) => {
      claims += 1;
      isLaterReached ||= shares.some(({ endpointId }) => endpointId === 'ep_5000');
      return claimsOf(shares);
    });
    await worker.clock.advance(1000);
    assert.ok(worker.lists() >= 20, 'what is due is looked up again and again');
    assert.ok(claims > 2 * worker.lists(), `${claims} claims of ${worker.lists()} lists`);
    due.push(endpoint(5000));
    worker.notifier.notify();
    await worker.clock.advance(50);
    assert.ok(isLaterReached);
    await worker.end();
  });

  test('after an outage longer than a lease, others get time to write what they have sent', async () => {
    let isAway = false;
    let claims = 0;
    const due = [endpoint(1000)];
    const claim = async () => {
      claims += 1;
      return [];
    };
    const worker = startWorker(due, claim, () => isAway);
    for (const [awayMs, waitsMs] of [
      [20_000, 0],
      [90_000, 5000],
    ] as const) {
      await worker.clock.advance(1000);
      isAway = true;
      await worker.clock.advance(awayMs);
      isAway = false;
      claims = 0;
      await worker.clock.advance(waitsMs);
      assert.equal(claims, 0);
      await worker.clock.advance(2001);
      assert.ok(claims > 0, `it goes on after ${awayMs} ms`);
    }
    await worker.end();
  });

  test('with nothing due it looks a few times in a second', async () => {
    const worker = startWorker([], async () => []);
    await worker.clock.advance(10_000);
    assert.ok(worker.lists() >= 30 && worker.lists() <= 50, `${worker.lists()} lists`);
    await worker.end();
  });
});
