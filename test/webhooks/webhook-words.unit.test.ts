import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../../src/webhooks/delivery.ts';
import type { DisabledReason, Endpoint } from '../../src/webhooks/endpoint.ts';
import { MAX_COUNTED_DELIVERIES } from '../../src/webhooks/limits.ts';
import { attemptDurationText, outcomeOf } from '../../src/webhooks/pages/delivery-words.ts';
import {
  countText,
  healthOf,
  isTroubled,
  nameOf,
} from '../../src/webhooks/pages/endpoint-words.ts';
import { readSince } from '../../src/webhooks/pages/missed-since.ts';
import { englishTexts } from '../support/english-texts.ts';

const TEXTS = englishTexts();
const AT = new Date('2030-01-01T12:00:00Z');
const HEALTHY = { lastSuccessAt: AT, failingSince: null, consecutiveFailures: 0 };
const ENDPOINT: Endpoint = {
  id: 'ep_1',
  userId: 'u',
  clientId: null,
  tokenId: null,
  url: 'https://shop.example:8443/hook?x=1',
  description: '',
  filterTypes: [],
  disabled: null,
  health: HEALTHY,
  createdAt: AT,
};

const ATTEMPT: Attempt = {
  number: 1,
  isManual: false,
  startedAt: AT,
  durationMs: 1,
  responseExcerpt: null,
  status: null,
  errorClass: null,
};

test('what an endpoint is called, and how it does', () => {
  assert.equal(nameOf(ENDPOINT), 'shop.example:8443');
  assert.equal(nameOf({ ...ENDPOINT, description: 'Shop' }), 'Shop');
  assert.deepEqual(
    [healthOf(TEXTS, ENDPOINT).state, healthOf(TEXTS, ENDPOINT).word],
    ['good', 'Delivering'],
  );
  assert.equal(isTroubled(ENDPOINT), false);
  const failing = { ...ENDPOINT, health: { ...HEALTHY, failingSince: AT, consecutiveFailures: 2 } };
  assert.deepEqual([healthOf(TEXTS, failing).state, isTroubled(failing)], ['bad', true]);
  const off = (reason: DisabledReason): Endpoint => ({ ...failing, disabled: { reason, at: AT } });
  const calm: readonly DisabledReason[] = ['switched_off', 'app_revoked', 'token_ended'];
  for (const reason of [...calm, 'failing', 'gone', 'refused'] as const) {
    assert.equal(isTroubled(off(reason)), !calm.includes(reason), reason);
    assert.equal(healthOf(TEXTS, off(reason)).word, 'Off');
  }
});

test('counts say where they end', () => {
  assert.equal(countText(TEXTS, MAX_COUNTED_DELIVERIES - 1), '999');
  assert.equal(countText(TEXTS, MAX_COUNTED_DELIVERIES), '1,000 or more');
});

test('what came of an attempt', () => {
  const outcome = (status: number | null, errorClass: string | null = null): string =>
    outcomeOf(TEXTS.deliveries, { ...ATTEMPT, status, errorClass });
  assert.equal(outcome(204), 'Answer 204');
  assert.equal(outcome(302), 'Answer 302: redirects are not followed');
  assert.equal(outcome(418), 'Answer 418');
  assert.equal(outcome(500), 'Answer 500: the server failed');
  assert.equal(outcome(null, 'timeout'), 'No response arrived in time');
  assert.equal(outcome(null, 'something new'), 'No connection could be made');
  const durations = [0, 999, 1000, 15_049].map((ms) => attemptDurationText(TEXTS, ms));
  assert.deepEqual(durations, ['0 ms', '999 ms', '1.0 s', '15.0 s']);
});

test('days as a form sends them', () => {
  assert.equal(readSince('2030-01-31')?.toISOString(), '2030-01-31T00:00:00.000Z');
  for (const text of ['', '2030-1-31', '2030-13-01', '2030-01-32', ' 2030-01-31', '+12030-01-01']) {
    assert.equal(readSince(text), null, text);
  }
});
