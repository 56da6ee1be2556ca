import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createDeliverySlots,
  MAX_SLOTS,
  type SlotEnding,
} from '../../src/webhooks/delivery-slots.ts';
import type { DueEndpoint } from '../../src/webhooks/delivery-store.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const DELIVERED: SlotEnding = { kind: 'delivered', pauseMs: 0 };
const FAILED: SlotEnding = { kind: 'failed', pauseMs: 0 };

const endpoint = (n: number, more: Partial<DueEndpoint> = {}): DueEndpoint => {
  const url = more.url ?? `https://host-${n}.example/hook`;
  return {
    endpointId: `ep_${String(n).padStart(4, '0')}`,
    userId: `user ${n}`,
    url,
    origin: new URL(url).origin,
    consecutiveFailures: 0,
    ...more,
  };
};
const endpoints = (count: number, more: Partial<DueEndpoint> = {}): readonly DueEndpoint[] =>
  Array.from({ length: count }, (_, n) => endpoint(n, more));

function openSlots() {
  const clock = createVirtualClock();
  const slots = createDeliverySlots(clock);
  type Give = (ending: SlotEnding) => void;
  const given: { readonly endpoint: DueEndpoint; readonly give: Give }[] = [];
  const claim = (due: readonly DueEndpoint[]): number => {
    const shares = slots.share(due, MAX_SLOTS);
    for (const { endpointId, count } of shares) {
      const one = due.find((candidate) => candidate.endpointId === endpointId);
      assert.ok(one);
      for (let n = 0; n < count; n += 1) given.push({ endpoint: one, give: slots.take(one) });
    }
    return shares.reduce((sum, { count }) => sum + count, 0);
  };
  const end = (ending: SlotEnding, of: (one: DueEndpoint) => boolean = () => true): void => {
    for (const entry of given.splice(0)) {
      if (of(entry.endpoint)) entry.give(ending);
      else given.push(entry);
    }
  };
  /** Makes endpoints proven: they have answered once. */
  const prove = (due: readonly DueEndpoint[]): void => {
    claim(due);
    end(DELIVERED, (one) => due.includes(one));
  };
  return { clock, slots, claim, end, prove };
}

describe('the slots of delivery', () => {
  test('W41 an endpoint gets one slot until it has answered, and four then', async () => {
    const { clock, claim, end } = openSlots();
    const one = [endpoint(1)];
    assert.equal(claim(one), 1);
    assert.equal(claim(one), 0);
    end(DELIVERED);
    assert.equal(claim(one), 4);
    assert.equal(claim(one), 0);
    end(FAILED);
    await clock.advance(5000);
    assert.equal(claim(one), 1);
    assert.equal(claim(one), 0);
  });

  test('W41 a hundred receivers that hang hold a slot each, and the others have theirs', () => {
    const { claim, prove, slots } = openSlots();
    const good = Array.from({ length: 50 }, (_, n) => endpoint(1000 + n));
    prove(good);
    assert.equal(claim(endpoints(100)), 100);
    assert.equal(claim(endpoints(100)), 0);
    assert.equal(claim(good), 156, 'all that is left');
    assert.equal(slots.usage().inFlight, 256);
  });

  test('W41 endpoints that have not answered never take the last quarter', () => {
    const { claim, prove } = openSlots();
    const good = Array.from({ length: 20 }, (_, n) => endpoint(1000 + n));
    prove(good);
    assert.equal(claim(endpoints(500)), 192);
    assert.equal(claim(good), 64);
  });

  test('W45 endpoints that failed before a restart share a quarter of the slots', () => {
    const { claim, slots } = openSlots();
    assert.equal(claim(endpoints(500, { consecutiveFailures: 3 })), 64);
    assert.deepEqual(slots.usage(), { inFlight: 64, failing: 64 });
    const fresh = Array.from({ length: 200 }, (_, n) => endpoint(1000 + n));
    assert.equal(claim(fresh), 128);
  });

  test('W45 the breaker lets an endpoint that fails be tried less and less often', async () => {
    const { clock, claim, end } = openSlots();
    const one = [endpoint(1)];
    const pauses: number[] = [];
    for (let failure = 1; failure <= 11; failure += 1) {
      let pausedMs = 0;
      for (; claim(one) === 0 && pausedMs < 100_000; pausedMs += 1000) await clock.advance(1000);
      pauses.push(pausedMs);
      end(FAILED);
    }
    assert.deepEqual(pauses, [0, 0, 0, ...[1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000)]);
  });

  test('W45 one success closes the breaker', async () => {
    const { clock, claim, end } = openSlots();
    const one = [endpoint(1, { consecutiveFailures: 40 })];
    assert.equal(claim(one), 1);
    end(FAILED);
    assert.equal(claim(one), 0);
    await clock.advance(60_000);
    assert.equal(claim(one), 1);
    end(DELIVERED);
    // What was listed before the success was written still shows the failures.
    assert.equal(claim(one), 4);
  });

  test('W43 two users at one host: one with hanging endpoints leaves the other theirs', () => {
    const { claim, prove } = openSlots();
    const url = 'https://same-host.example/hook';
    const ofOther = [endpoint(900, { url, userId: 'other' })];
    prove(ofOther);
    assert.equal(claim(endpoints(40, { url, userId: 'hanging' })), 32);
    assert.equal(claim(ofOther), 4);
  });

  test('W43 one host gets 160 at once, and those that hang there leave the others room', () => {
    const { claim, prove } = openSlots();
    const url = 'https://same.example/';
    const good = Array.from({ length: 40 }, (_, n) => endpoint(1000 + n, { url }));
    prove(good);
    assert.equal(claim(endpoints(100, { url, consecutiveFailures: 3 })), 32);
    const fresh = Array.from({ length: 150 }, (_, n) => endpoint(2000 + n, { url }));
    assert.equal(claim(fresh), 96);
    assert.equal(claim(good), 32);
    assert.equal(claim([endpoint(500, { url: 'http://same.example/' })]), 1, 'another port');
  });

  test('W46 a receiver that asks for a pause gets it, up to a minute', async () => {
    const { clock, claim, end, prove } = openSlots();
    const [one, other] = [[endpoint(1)], [endpoint(2)]];
    prove(one);
    claim(one);
    end({ kind: 'failed', pauseMs: 20_000 });
    assert.equal(claim(one), 0);
    assert.equal(claim(other), 1, 'others do not wait with it');
    await clock.advance(19_999);
    assert.equal(claim(one), 0);
    await clock.advance(1);
    assert.equal(claim(one), 1);
    end({ kind: 'failed', pauseMs: 3_600_000 });
    await clock.advance(60_000);
    assert.equal(claim(one), 1);
  });

  test('W47 one user with many endpoints has 32 at once', () => {
    const { claim, prove } = openSlots();
    const his = endpoints(10, { userId: 'busy' });
    prove(his);
    assert.equal(claim(his), 32);
    const theirs = Array.from({ length: 60 }, (_, n) => endpoint(1000 + n));
    assert.equal(claim(theirs), 60);
  });

  test('W47 what is short goes round: no one is served twice before all were once', () => {
    const { claim, end, slots, prove } = openSlots();
    const all = endpoints(300);
    for (let n = 0; n < 3; n += 1) prove(all);
    const first = slots.share(all, MAX_SLOTS).map(({ endpointId }) => endpointId);
    assert.equal(claim(all), 256);
    assert.deepEqual(slots.share(all, MAX_SLOTS), []);
    end(DELIVERED);
    const second = slots.share(all, MAX_SLOTS).map(({ endpointId }) => endpointId);
    assert.equal(new Set([...first, ...second]).size, 300);
  });

  test('W47 a claim asks for no more than it may, of each a part', () => {
    const { slots, prove } = openSlots();
    const all = endpoints(50);
    prove(all);
    const shares = slots.share(all, 120);
    assert.equal(shares.length, 50);
    assert.equal(
      shares.reduce((sum, { count }) => sum + count, 0),
      120,
    );
    assert.ok(shares.every(({ count }) => count === 2 || count === 3));
    assert.deepEqual(slots.share(all, 0), []);
  });

  for (const count of [3000, 12_000]) {
    test(`W47 of ${count} that are listed in parts each gets its turn`, () => {
      const { slots } = openSlots();
      const all = Array.from({ length: count }, (_, n) => endpoint(100_000 + n));
      const served = new Map<string, number>();
      for (let round = 0; served.size < count && round < 120; round += 1) {
        const from = (round * 1000) % count;
        const due = all.slice(from, from + 1000);
        const gives = slots.share(due, MAX_SLOTS).map(({ endpointId }) => {
          served.set(endpointId, (served.get(endpointId) ?? 0) + 1);
          const one = due.find((candidate) => candidate.endpointId === endpointId);
          assert.ok(one);
          return slots.take(one);
        });
        for (const give of gives) give(DELIVERED);
      }
      assert.equal(served.size, count);
      const most = Math.max(...served.values());
      assert.ok(most <= 4, `one had ${most} turns before all had one`);
    });
  }

  test('what is remembered of endpoints stays bounded, and what failed last is part of it', () => {
    const { claim, end, slots } = openSlots();
    for (let n = 0; n < 11_000; n += 100) {
      claim(Array.from({ length: 100 }, (_, more) => endpoint(20_000 + n + more)));
      end(DELIVERED);
    }
    const paused = endpoint(1);
    claim([paused]);
    end({ kind: 'failed', pauseMs: 20_000 });
    for (let n = 0; n < 9_900; n += 100) {
      claim(Array.from({ length: 100 }, (_, more) => endpoint(40_000 + n + more)));
      end(DELIVERED);
    }
    assert.deepEqual(slots.share([paused], MAX_SLOTS), []);
  });

  test('an attempt that we broke off tells nothing of the endpoint', () => {
    const { claim, end, prove } = openSlots();
    const one = [endpoint(1)];
    prove(one);
    claim(one);
    end({ kind: 'says_nothing', pauseMs: 0 });
    assert.equal(claim(one), 4);
  });
});
