import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginOf, dayBefore, dayIn, endOf, readDay } from '../../src/http/pages/activity/days.ts';

test('a time falls on the day of its time zone', () => {
  const time = new Date('2026-03-01T23:30:00Z');
  assert.equal(dayIn('UTC', time), '2026-03-01');
  assert.equal(dayIn('Europe/Vienna', time), '2026-03-02');
  assert.equal(dayIn('America/Los_Angeles', time), '2026-03-01');
  assert.equal(dayIn('Pacific/Kiritimati', new Date('2026-12-31T10:00:00Z')), '2027-01-01');
});

test('days have neighbours over months, years and leap days', () => {
  assert.equal(dayBefore('2026-03-01'), '2026-02-28');
  assert.equal(dayBefore('2028-03-01'), '2028-02-29');
  assert.equal(dayBefore('2026-01-01'), '2025-12-31');
  assert.equal(endOf('2028-02-28').toISOString(), '2028-02-29T00:00:00.000Z');
  assert.equal(beginOf('2026-11-21').toISOString(), '2026-11-21T00:00:00.000Z');
});

test('only days of the calendar are days', () => {
  assert.equal(readDay('2028-02-29'), '2028-02-29');
  for (const text of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '21.11.2026',
    '9999-01-01',
    'x',
  ]) {
    assert.equal(readDay(text), null, text);
  }
});
