import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readReply } from '../../src/push/read-reply.ts';

const NOW = new Date('2026-11-29T06:00:00Z');

const read = (status: number, text = '', retryAfter: string | null = null) =>
  readReply({ kind: 'answered', status, text, retryAfter }, NOW);

const later = (status: number, pauseMs: number | null) => ({
  kind: 'later',
  pauseMs,
  detail: `status ${status}`,
});

describe('answers of push services', () => {
  test('a message that was taken', () => {
    for (const status of [200, 201, 202]) assert.deepEqual(read(status), { kind: 'taken' });
  });

  test('a subscription that has ended, or was made for another key', () => {
    for (const status of [404, 410]) assert.deepEqual(read(status), { kind: 'gone' });
    assert.deepEqual(read(400, '{"reason":"VapidPkHashMismatch"}'), { kind: 'gone' });
  });

  test('what only the operator can repair', () => {
    for (const status of [400, 401, 403, 413]) {
      assert.deepEqual(read(status), { kind: 'refused', detail: `status ${status}` });
    }
  });

  test('what may pass: failures, redirects, silence', () => {
    for (const status of [301, 307, 500, 502, 503]) {
      assert.deepEqual(read(status), later(status, null));
    }
    assert.deepEqual(readReply({ kind: 'unanswered', detail: 'timeout' }, NOW), {
      kind: 'later',
      pauseMs: null,
      detail: 'timeout',
    });
  });

  test('a pause in seconds, as a date, without sense, or beyond all bounds', () => {
    assert.deepEqual(read(429, '', '120'), later(429, 120_000));
    assert.deepEqual(read(429, '', 'Sun, 29 Nov 2026 06:01:30 GMT'), later(429, 90_000));
    assert.deepEqual(read(429, '', 'Sun, 29 Nov 2026 05:00:00 GMT'), later(429, 0));
    assert.deepEqual(read(429, '', 'soon'), later(429, null));
    assert.deepEqual(read(429), later(429, null));
    assert.deepEqual(read(503, '', '999999999'), later(503, 6 * 3_600_000));
  });
});
