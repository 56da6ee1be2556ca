import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHistoryQuery } from '../../src/history/routes/history-filters.ts';

const NOTHING_ASKED = {
  userId: 'u',
  direction: 'both',
  createdAfter: null,
  createdBefore: null,
  since: null,
  before: null,
  settledSince: null,
  offset: 0,
  limit: 25,
} as const;

const read = (query: Record<string, string>) =>
  readHistoryQuery(new Map(Object.entries(query)), 'u', 'both');

function accepted(query: Record<string, string>) {
  const answer = read(query);
  assert(answer.ok, JSON.stringify(query));
  return answer.value;
}

const IDENTIFIER = 'bR4xK0w9mQ2Zt7LdYv1NcHsE';

test('nothing asked: the first 25', () => {
  assert.deepEqual(accepted({}), NOTHING_ASKED);
});

test('every filter is read', () => {
  const query = accepted({
    'q[created_at_gt]': '1700000000',
    'q[created_at_lt]': '1800000000',
    'q[since]': IDENTIFIER,
    'q[before]': IDENTIFIER.toLowerCase(),
    'q[settled_since]': IDENTIFIER.toUpperCase(),
    page: '3',
    items: '10',
  });
  assert.deepEqual(query, {
    userId: 'u',
    direction: 'both',
    createdAfter: new Date(1_700_000_000_000),
    createdBefore: new Date(1_800_000_000_000),
    since: IDENTIFIER,
    before: IDENTIFIER.toLowerCase(),
    settledSince: IDENTIFIER.toUpperCase(),
    offset: 20,
    limit: 10,
  });
});

const TIMES = ['q[created_at_gt]', 'q[created_at_lt]'] as const;
const IDENTIFIERS = ['q[since]', 'q[before]', 'q[settled_since]'] as const;

test('what is not usable counts as absent', () => {
  for (const noise of ['', '0', '00', '-1', '+1', '1.5', '1/2', 'x', 'NaN', '1e3', ' 1']) {
    for (const name of ['page', 'items']) {
      assert.deepEqual(accepted({ [name]: noise }), NOTHING_ASKED, `${name}=${noise}`);
    }
  }
  for (const name of IDENTIFIERS) {
    for (const noise of ['', '0']) {
      assert.deepEqual(accepted({ [name]: noise }), NOTHING_ASKED, `${name}=${noise}`);
    }
  }
  assert.deepEqual(accepted({ q: '[object Object]', created_at_gt: '5', '': '' }), NOTHING_ASKED);
});

test('a time that a program does not have counts as absent', () => {
  for (const name of TIMES) {
    for (const nothing of ['', '0', '00', 'undefined', 'null']) {
      assert.deepEqual(accepted({ [name]: nothing }), NOTHING_ASKED, `${name}=${nothing}`);
    }
  }
});

test('a time is read to the millisecond, as a fraction and as a ratio too', () => {
  for (const [text, ms] of [
    ['1', 1000],
    ['1700000000', 1_700_000_000_000],
    ['1700000000.123', 1_700_000_000_123],
    ['1700000000123/1000', 1_700_000_000_123],
    ['3400000001/2', 1_700_000_000_500],
    ['99999999999', 99_999_999_999_000],
  ] as const) {
    assert.equal(accepted({ 'q[created_at_gt]': text }).createdAfter?.getTime(), ms, text);
    assert.equal(accepted({ 'q[created_at_lt]': text }).createdBefore?.getTime(), ms, text);
  }
});

test('a time that cannot be meant is refused', () => {
  for (const name of TIMES) {
    for (const text of [
      '1700000000000',
      '100000000000',
      '99999999999.5',
      '999999999999999',
      '1'.repeat(400),
      '1/0',
      '1700000000000/1',
      '-1',
      '+1',
      ' 1',
      '1e9',
      'NaN',
      'Infinity',
      'yesterday',
      '26.11.2026',
      '2026-11-26',
      '2026-11-26T10:00:00Z',
    ]) {
      const answer = read({ [name]: text, 'q[since]': '', page: 'x' });
      assert.deepEqual(answer, { ok: false, refusal: { kind: 'unreadable_time', name } }, text);
    }
  }
});

test('items are cut to 1000, pages to what can be', () => {
  assert.equal(accepted({ items: '1000' }).limit, 1000);
  assert.equal(accepted({ items: '1001' }).limit, 1000);
  assert.equal(accepted({ items: '999999999999999' }).limit, 1000);
  assert.equal(accepted({ page: '999999999999999', items: '1000' }).offset, 999_999_000);
});

test('an identifier that no one can have is refused', () => {
  for (const identifier of ['a\u0000b', "x'--", 'é', 'a'.repeat(65), '[object Object]']) {
    const answer = read({ 'q[since]': identifier });
    assert.deepEqual(answer, { ok: false, refusal: { kind: 'unknown_identifier', identifier } });
  }
});
