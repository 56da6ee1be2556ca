import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginOf, dayBefore, dayIn, endOf, readDay } from '../../src/activity/pages/days.ts';

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
});

for (const [zone, day, begin, end] of [
  ['UTC', '2028-02-28', '2028-02-28T00:00:00', '2028-02-29T00:00:00'],
  ['Europe/Vienna', '2026-11-21', '2026-11-20T23:00:00', '2026-11-21T23:00:00'],
  // These days have 23 and 25 hours.
  ['Europe/Vienna', '2026-03-29', '2026-03-28T23:00:00', '2026-03-29T22:00:00'],
  ['Europe/Vienna', '2026-10-25', '2026-10-24T22:00:00', '2026-10-25T23:00:00'],
  // A day that began at one o'clock.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00', '2018-11-05T02:00:00'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00', '2026-01-01T18:30:00'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00', '2026-01-01T10:00:00'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00', '2026-01-02T11:00:00'],
] as const) {
  test(`${day} in ${zone} has a beginning and an end`, () => {
    assert.equal(beginOf(zone, day).toISOString(), `${begin}.000Z`);
    assert.equal(endOf(zone, day).toISOString(), `${end}.000Z`);
  });
}

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
