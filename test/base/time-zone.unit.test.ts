import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone, presentZone, readableZone, TIME_ZONES } from '../../src/base/time-zone.ts';

/** The names that differ between engines, of the IANA database (zone.tab and backward, 2026c). */
const RENAMED = [
  ['Africa/Asmara', 'Africa/Asmera'],
  ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ['America/Argentina/Catamarca', 'America/Catamarca'],
  ['America/Argentina/Cordoba', 'America/Cordoba'],
  ['America/Argentina/Jujuy', 'America/Jujuy'],
  ['America/Argentina/Mendoza', 'America/Mendoza'],
  ['America/Atikokan', 'America/Coral_Harbour'],
  ['America/Indiana/Indianapolis', 'America/Indianapolis'],
  ['America/Kentucky/Louisville', 'America/Louisville'],
  ['America/Nuuk', 'America/Godthab'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['Asia/Kathmandu', 'Asia/Katmandu'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Asia/Yangon', 'Asia/Rangoon'],
  ['Atlantic/Faroe', 'Atlantic/Faeroe'],
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Pacific/Chuuk', 'Pacific/Truk'],
  ['Pacific/Kanton', 'Pacific/Enderbury'],
  ['Pacific/Pohnpei', 'Pacific/Ponape'],
] as const;

test('a zone that was renamed is listed by its name of today, and found by both', () => {
  for (const [today, before] of RENAMED) {
    assert.ok(TIME_ZONES.includes(today), today);
    assert.ok(!TIME_ZONES.includes(before), before);
    assert.equal(presentZone(today), today);
    assert.equal(presentZone(before), today);
  }
});

test('each zone of the list stands there once, and is found by its name', () => {
  assert.ok(TIME_ZONES.length > 400);
  assert.deepEqual(TIME_ZONES, [...new Set(TIME_ZONES)].toSorted());
  for (const zone of TIME_ZONES) assert.equal(presentZone(zone), zone);
});

test('other names of a zone lead to it, and what is none is none', () => {
  assert.equal(presentZone('US/Pacific'), 'America/Los_Angeles');
  assert.equal(presentZone('europe/kyiv'), 'Europe/Kyiv');
  for (const name of ['', 'UTC', 'Moon/Base', '+05:30', '__proto__', 'x'.repeat(3000)]) {
    assert.equal(presentZone(name), null, name.slice(0, 20));
  }
  assert.equal(isTimeZone('Moon/Base'), false);
  assert.equal(readableZone('Moon/Base'), 'UTC');
  assert.equal(readableZone('Europe/Kyiv'), 'Europe/Kyiv');
});
