import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nextBackupAt,
  readInterval,
  readKept,
  readTimeOfDay,
  timeOfDay,
} from '../../src/backups/backup-schedule.ts';
import { DAY_SEC, HOUR_SEC } from '../../src/base/durations.ts';

test('a time of day is read as it is written', () => {
  for (const text of ['00:00', '03:05', '23:59']) {
    assert.equal(timeOfDay(readTimeOfDay(text) ?? -1), text);
  }
  assert.equal(readTimeOfDay(' 3:5 '), 3 * HOUR_SEC + 300);
  for (const text of ['', '3', '24:00', '03:60', '-1:00', '03:00:00', '3.5:00', 'noon']) {
    assert.equal(readTimeOfDay(text), undefined, text);
  }
});

test('only what can be chosen is read', () => {
  assert.equal(readInterval('3600'), HOUR_SEC);
  assert.equal(readInterval('3601'), undefined);
  assert.equal(readKept('10000'), 10_000);
  assert.equal(readKept('0'), undefined);
});

test('the next one is at its time of day, or a whole interval from it', () => {
  const now = new Date('2026-05-06T08:00:00Z');
  const next = (everySec: number | null, atSec: number) =>
    nextBackupAt({ everySec, atSec }, now)?.toISOString() ?? null;
  assert.equal(next(null, 0), null);
  assert.equal(next(DAY_SEC, 3 * HOUR_SEC), '2026-05-07T03:00:00.000Z');
  assert.equal(next(DAY_SEC, 9 * HOUR_SEC), '2026-05-06T09:00:00.000Z');
  assert.equal(next(6 * HOUR_SEC, 3 * HOUR_SEC), '2026-05-06T09:00:00.000Z');
  assert.equal(next(DAY_SEC, 8 * HOUR_SEC), '2026-05-07T08:00:00.000Z');
});
