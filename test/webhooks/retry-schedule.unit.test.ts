import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import type { Random } from '../../src/base/random.ts';
import type { AnsweredResult, DeliveryErrorClass } from '../../src/webhooks/delivery-result.ts';
import {
  isOverloaded,
  MAX_ATTEMPTS,
  type MadeAttempt,
  planNextStep,
  RETRY_AFTER_MS,
  readRetryAfterMs,
} from '../../src/webhooks/retry-schedule.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

const AT = new Date('2030-01-01T00:00:00Z');

const answered = (status: number, more: Partial<AnsweredResult> = {}): AnsweredResult => ({
  kind: 'answered',
  status,
  retryAfter: null,
  control: null,
  excerpt: '',
  durationMs: 3,
  ...more,
});
const failed = (errorClass: DeliveryErrorClass) =>
  ({ kind: 'failed', errorClass, durationMs: 3 }) as const;
const made = (more: Partial<MadeAttempt>): MadeAttempt => ({
  result: answered(500),
  attempts: 1,
  isOurFault: false,
  at: AT,
  ...more,
});
/** Draws the least share, the middle or the greatest. */
const drawing = (share: number): Random => ({
  bytes: (length) => {
    const bytes = new Uint8Array(length);
    new DataView(bytes.buffer).setUint32(0, Math.min(2 ** 32 - 1, share * 2 ** 32));
    return bytes;
  },
});
function pauseOf(attempt: Partial<MadeAttempt>, random: Random = drawing(0.5)): number {
  const next = planNextStep(made(attempt), random);
  assert.equal(next.kind, 'retry');
  return next.kind === 'retry' ? next.afterMs : 0;
}

describe('the retry schedule', () => {
  test('W25 has eight attempts: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h', () => {
    const pauses = Array.from({ length: 7 }, (_, index) => pauseOf({ attempts: index + 1 }));
    assert.deepEqual(pauses, [
      5000,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      10 * HOUR_MS,
    ]);
    assert.equal(MAX_ATTEMPTS, 8);
  });

  test('W25 the jitter of every step reaches a fifth to both sides and no further', () => {
    for (const [index, stepMs] of RETRY_AFTER_MS.entries()) {
      const attempts = index + 1;
      assert.equal(pauseOf({ attempts }, drawing(0)), stepMs * 0.8);
      assert.equal(pauseOf({ attempts }, drawing(1)), stepMs * 1.2);
    }
    const random = createSeededRandom(7);
    const drawn = Array.from({ length: 500 }, () => pauseOf({ attempts: 2 }, random));
    assert.ok(drawn.every((ms) => ms >= 4 * MINUTE_MS && ms <= 6 * MINUTE_MS));
    assert.ok(Math.max(...drawn) - Math.min(...drawn) > 1.5 * MINUTE_MS);
  });

  test('W26 only 200 to 299 is a success; what redirects, refuses or breaks is tried again', () => {
    for (const status of [200, 201, 202, 204, 226, 299]) {
      const next = planNextStep(made({ result: answered(status) }), drawing(0));
      assert.deepEqual(next, { kind: 'succeeded' });
    }
    for (const status of [101, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 410, 422, 500]) {
      assert.equal(pauseOf({ result: answered(status) }), 5000, String(status));
    }
  });

  test('W27 Retry-After stretches a pause to twice its length at most, never shortens it', () => {
    const after = (retryAfter: string, attempts = 2) =>
      pauseOf({ result: answered(500, { retryAfter }), attempts });
    const stepMs = 5 * MINUTE_MS;
    assert.equal(after('420'), 7 * MINUTE_MS);
    assert.equal(after('1'), stepMs);
    assert.equal(after('0'), stepMs);
    assert.equal(after('999999999999999'), 2 * stepMs);
    assert.equal(after('Tue, 01 Jan 2030 00:08:00 GMT'), 8 * MINUTE_MS);
    assert.equal(after('Mon, 31 Dec 2029 00:00:00 GMT'), stepMs, 'a date that is past');
    assert.equal(after('Sun, 06 Nov 2094 08:49:37 GMT'), 2 * stepMs, 'a date far away');
  });

  test('W27 a Retry-After that is none counts for nothing', () => {
    const none = ['', '-5', '1.5', '0x10', 'soon', '5 s', 'Tue, 99 Foo', '9'.repeat(400)];
    for (const retryAfter of none) {
      assert.equal(readRetryAfterMs(retryAfter, AT), null, retryAfter);
      assert.equal(pauseOf({ result: answered(500, { retryAfter }), attempts: 2 }), 5 * MINUTE_MS);
    }
    assert.equal(readRetryAfterMs(null, AT), null);
    assert.equal(readRetryAfterMs(' 7 ', AT), 7000);
  });

  test('W27 no pause is longer than a day, whatever is asked', () => {
    const result = answered(503, { retryAfter: '999999' });
    assert.equal(pauseOf({ result, attempts: 7 }), 20 * HOUR_MS);
    assert.equal(pauseOf({ result, attempts: 7 }, drawing(1)), 24 * HOUR_MS);
  });

  test('W29 429, 502, 503, 504 and a time-out get a minute at least', () => {
    for (const result of [...[429, 502, 503, 504].map((s) => answered(s)), failed('timeout')]) {
      assert.ok(isOverloaded(result));
      assert.equal(pauseOf({ result }, drawing(0)), MINUTE_MS);
      assert.equal(pauseOf({ result }, drawing(1)), 1.2 * MINUTE_MS);
      assert.equal(pauseOf({ result, attempts: 2 }), 5 * MINUTE_MS, 'later steps are longer');
    }
    assert.ok(!isOverloaded(answered(500)) && !isOverloaded(failed('connection')));
  });

  test('W30 abort-message ends a delivery that failed, and means nothing when it succeeded', () => {
    const abort = { control: 'abort-message' } as const;
    assert.deepEqual(planNextStep(made({ result: answered(500, abort) }), drawing(0)), {
      kind: 'exhausted',
    });
    assert.deepEqual(planNextStep(made({ result: answered(200, abort) }), drawing(0)), {
      kind: 'succeeded',
    });
  });

  test('W31 every kind of failure is tried again, and not before its step', () => {
    const classes = ['connection', 'dns', 'tls', 'blocked', 'protocol', 'too_large'] as const;
    for (const errorClass of classes) {
      assert.equal(pauseOf({ result: failed(errorClass) }), 5000, errorClass);
      assert.equal(pauseOf({ result: failed(errorClass), attempts: 7 }), 10 * HOUR_MS);
    }
  });

  test('W33 after the eighth attempt a delivery is exhausted', () => {
    const attempts = MAX_ATTEMPTS;
    assert.deepEqual(planNextStep(made({ attempts }), drawing(0)), { kind: 'exhausted' });
  });

  test('W39 no delivery is exhausted by a fault of our own: the last step is repeated', () => {
    const ours = { isOurFault: true, result: failed('dns') };
    assert.equal(pauseOf({ ...ours, attempts: 1 }), 5000);
    assert.equal(pauseOf({ ...ours, attempts: 8 }), 10 * HOUR_MS);
    assert.equal(pauseOf({ ...ours, attempts: 80 }), 10 * HOUR_MS);
  });
});
