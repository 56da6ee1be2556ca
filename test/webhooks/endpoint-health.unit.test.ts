import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import type { DeliveryErrorClass, DeliveryResult } from '../../src/webhooks/delivery-result.ts';
import {
  type Diagnosis,
  diagnose,
  type EndpointHealth,
  HEALTHY,
  type HealthSign,
} from '../../src/webhooks/endpoint-health.ts';
import { MAX_KNOWN_RECEIVERS } from '../../src/webhooks/limits.ts';
import { createOutageWatch } from '../../src/webhooks/own-outage.ts';

const START_MS = Date.parse('2030-01-01T00:00:00Z');

type Kind = HealthSign['kind'];
const sign = (hours: number, kind: Kind, deliveryId = 1n): HealthSign => ({
  kind,
  deliveryId,
  at: new Date(START_MS + hours * HOUR_MS),
});

/** Each sign in a diagnosis of its own, as they come from one batch after the other. */
function follow(signs: readonly HealthSign[], from: EndpointHealth = HEALTHY): Diagnosis {
  let diagnosis: Diagnosis = { health: from, newWarnings: [], isGivenUp: false };
  for (const one of signs) diagnosis = diagnose(diagnosis.health, [one]);
  return diagnosis;
}

describe('the health of an endpoint', () => {
  test('W34 a success makes it healthy, whatever was before', () => {
    const failing = follow([0, 1, 2, 3, 30].map((hours) => sign(hours, 'failed')));
    assert.equal(failing.health.consecutiveFailures, 5);
    assert.equal(failing.health.warnedStage, 2);
    const { health } = diagnose(failing.health, [sign(31, 'succeeded')]);
    assert.deepEqual(health, { ...HEALTHY, lastSuccessAt: new Date(START_MS + 31 * HOUR_MS) });
  });

  test('W35 it is given up when a delivery is exhausted after five days of failures', () => {
    const before = [sign(0, 'failed', 1n), sign(13, 'failed', 2n), sign(28, 'exhausted', 1n)];
    assert.equal(follow(before).isGivenUp, false, 'after a day');
    assert.equal(follow([...before, sign(119.9, 'exhausted', 3n)]).isGivenUp, false);
    assert.equal(follow([...before, sign(120, 'failed', 3n)]).isGivenUp, false, 'not exhausted');
    assert.equal(follow([...before, sign(120, 'exhausted', 3n)]).isGivenUp, true);
  });

  test('W35 one message that it does not like is no reason, nor are many of one moment', () => {
    const one = [sign(0, 'failed'), sign(119, 'failed'), sign(130, 'exhausted')];
    assert.equal(follow(one).isGivenUp, false);
    const together = [sign(0, 'failed', 1n), sign(11.9, 'failed', 2n), sign(130, 'exhausted', 1n)];
    assert.equal(follow(together).isGivenUp, false);
    const apart = [sign(0, 'failed', 1n), sign(12, 'failed', 2n), sign(130, 'exhausted', 1n)];
    assert.equal(follow(apart).isGivenUp, true);
  });

  test('W35 a success in between starts everything again', () => {
    const signs = [sign(0, 'failed', 1n), sign(13, 'failed', 2n), sign(14, 'succeeded', 3n)];
    const later = [...signs, sign(15, 'failed', 4n), sign(121, 'exhausted', 5n)];
    assert.equal(follow(later).isGivenUp, false);
    assert.equal(follow([...later, sign(135, 'exhausted', 6n)]).isGivenUp, true);
  });

  test('W35 where many wait, a hundred failures count like an exhausted delivery', () => {
    const hundred = Array.from({ length: 99 }, (_, n) => sign(n, 'failed', BigInt(n)));
    assert.equal(follow([...hundred.slice(1), sign(125, 'failed')]).isGivenUp, false);
    assert.equal(follow([...hundred, sign(125, 'failed')]).isGivenUp, true);
  });

  test('W35 within one list, the success that comes last decides', () => {
    const failing = follow([sign(0, 'failed', 1n), sign(13, 'failed', 2n)]).health;
    const ending = diagnose(failing, [sign(121, 'exhausted', 3n), sign(121, 'succeeded', 4n)]);
    assert.equal(ending.isGivenUp, false);
    assert.equal(ending.health.consecutiveFailures, 0);
    const other = diagnose(failing, [sign(121, 'exhausted', 3n), sign(121, 'says_nothing', 4n)]);
    assert.equal(other.isGivenUp, true);
  });

  test('W36 the fourth failure in a row is told once, a day of failures once more', () => {
    const told: unknown[] = [];
    let { health } = follow([]);
    for (const hours of [0, 1, 2, 3, 4, 23.9, 24, 25, 48]) {
      const diagnosis = diagnose(health, [sign(hours, 'failed')]);
      health = diagnosis.health;
      told.push(...diagnosis.newWarnings.map((notice) => [hours, notice]));
    }
    assert.deepEqual(told, [
      [3, 'failing'],
      [24, 'failing_for_a_day'],
    ]);
  });

  test('W36 a quiet endpoint hears of its fourth failure first, however long it has failed', () => {
    const signs = [0, 30, 60, 90].map((hours) => sign(hours, 'failed'));
    assert.deepEqual(follow(signs).newWarnings, ['failing']);
    assert.deepEqual(follow([...signs, sign(91, 'failed')]).newWarnings, ['failing_for_a_day']);
  });

  test('W36 after a success it is told again', () => {
    const four = (from: number) => [0, 1, 2, 3].map((hours) => sign(from + hours, 'failed'));
    assert.deepEqual(follow([...four(0), sign(5, 'succeeded'), ...four(6)]).newWarnings, [
      'failing',
    ]);
  });

  test('W39 what is our own fault says nothing of an endpoint', () => {
    const before = follow([sign(0, 'failed', 1n), sign(13, 'failed', 2n)]);
    const after = follow([sign(130, 'says_nothing', 3n)], before.health);
    assert.deepEqual(after, { health: before.health, newWarnings: [], isGivenUp: false });
  });

  test('one that was re-enabled starts from zero', () => {
    const failing = follow([sign(0, 'failed', 1n), sign(13, 'failed', 2n)]).health;
    const switchedOn = { ...failing, failingSince: null, consecutiveFailures: 0 };
    const { health, isGivenUp } = follow([sign(130, 'exhausted', 3n)], switchedOn);
    assert.equal(health.hasFailedApart, false);
    assert.equal(isGivenUp, false);
  });
});

describe('the watch for an outage of our own', () => {
  const KNOWN = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `https://${name}/hook`);
  const open = (known = KNOWN) => {
    const watch = createOutageWatch(known);
    return {
      judge: (origin: string, result: DeliveryResult, failuresBefore = 0) =>
        watch.judge(origin, result, failuresBefore),
    };
  };
  const silence = (errorClass: DeliveryErrorClass): DeliveryResult => ({
    kind: 'failed',
    errorClass,
    durationMs: 1,
  });
  const answer = (status: number): DeliveryResult => ({
    kind: 'answered',
    status,
    retryAfter: null,
    control: null,
    excerpt: '',
    durationMs: 1,
  });

  test('W39 when three receivers are tried and none of them answers, it is us', () => {
    const watch = open();
    assert.equal(watch.judge('https://a', silence('dns')), false);
    assert.equal(watch.judge('https://a', silence('timeout')), false);
    assert.equal(watch.judge('https://b', silence('connection')), false);
    assert.equal(watch.judge('https://c', silence('dns')), true);
    assert.equal(watch.judge('https://a', silence('dns')), true);
  });

  test('W39 receivers that have never answered are not there, however many they are', () => {
    const watch = open([]);
    const judgeAll = () =>
      ['a', 'b', 'c', 'd', 'e'].map((name) => watch.judge(`https://${name}`, silence('dns')));
    assert.deepEqual(judgeAll(), [false, false, false, false, false]);
    for (const name of ['f', 'g']) {
      watch.judge(`https://${name}`, answer(404));
      watch.judge(`https://${name}`, silence('dns'));
    }
    assert.deepEqual(judgeAll(), [false, false, false, false, false], 'two could be down together');
  });

  test('W39 when those are silent that did answer, the others are not blamed either', () => {
    const watch = open(KNOWN.slice(0, 2));
    watch.judge('https://new', answer(200));
    for (const name of ['a', 'b', 'new']) watch.judge(`https://${name}`, silence('dns'));
    assert.equal(watch.judge('https://never', silence('timeout')), true);
  });

  test('W39 of very many receivers some are forgotten, and none is kept forever', () => {
    const watch = open(KNOWN.slice(0, 3));
    for (let n = 0; n < MAX_KNOWN_RECEIVERS; n += 1) watch.judge(`https://n${n}`, answer(200));
    const judged = ['a', 'b', 'c', 'd'].map((name) =>
      watch.judge(`https://${name}`, silence('dns')),
    );
    assert.deepEqual(judged, [false, false, false, false]);
  });

  test('W39 any answer, even an error, shows that it is not us', () => {
    const watch = open();
    for (const name of ['a', 'b', 'c']) watch.judge(`https://${name}`, silence('timeout'));
    assert.equal(watch.judge('https://d', answer(500)), false);
    assert.equal(watch.judge('https://a', silence('timeout')), false);
    assert.equal(watch.judge('https://b', silence('timeout')), false);
  });

  test('W39 what only a receiver can be the cause of is never our fault', () => {
    const watch = open();
    for (const name of ['a', 'b', 'c', 'd']) {
      for (const errorClass of ['tls', 'blocked', 'protocol', 'too_large'] as const) {
        assert.equal(watch.judge(`https://${name}`, silence(errorClass)), false);
      }
    }
  });

  test('W39 receivers that are down for long are down by themselves, however many', () => {
    const watch = open();
    const judgeAll = () =>
      ['a', 'b', 'c', 'd', 'e'].map((name) => watch.judge(`https://${name}`, silence('dns'), 3));
    assert.deepEqual(judgeAll(), [false, false, false, false, false]);
    for (const name of ['f', 'g', 'h']) watch.judge(`https://${name}`, silence('dns'), 2);
    assert.deepEqual(
      judgeAll(),
      [true, true, true, true, true],
      'those that worked are silent too',
    );
    watch.judge('https://f', answer(200), 2);
    assert.deepEqual(judgeAll(), [false, false, false, false, false]);
  });
});
