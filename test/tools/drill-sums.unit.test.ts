import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  type DrillReport,
  isClean,
  longestPause,
  quantile,
  renderDrills,
} from '../../tools/cluster/drill-sums.ts';

const REPORT: DrillReport = {
  kind: 'kill',
  acknowledged: 100,
  lost: 0,
  refunded: 0,
  inDoubtButThere: 3,
  writesMs: 19_500,
  readsMs: 12_000,
  externalMs: 60_000,
  violations: [],
};

describe('the longest pause', () => {
  it('may have begun before the strike', () => {
    assert.equal(longestPause([0, 90, 300, 310], 100), 210);
  });
  it('is not one that was over before the strike', () => {
    assert.equal(longestPause([0, 500, 510, 530], 505), 20);
  });
  it('takes moments in any order', () => {
    assert.equal(longestPause([310, 0, 300, 90], 100), 210);
  });
  it('is nothing where nothing was acknowledged', () => {
    assert.equal(longestPause([], 100), 0);
  });
});

test('a quantile is one of the values', () => {
  assert.equal(quantile([5, 1, 3], 0.5), 3);
  assert.equal(quantile([1, 2, 3, 4], 0.5), 2);
  assert.equal(quantile([5, 1, 3], 1), 5);
  assert.equal(quantile([], 0.5), 0);
});

test('the table has a row for each kind', () => {
  const reports = [
    REPORT,
    { ...REPORT, writesMs: 21_000, externalMs: 80_000, inDoubtButThere: 0 },
    { ...REPORT, kind: 'proxy', writesMs: 900, readsMs: 300, externalMs: 0, lost: 2, refunded: 1 },
  ];
  const rows = renderDrills(reports)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  assert.deepEqual(
    rows.slice(2).map((row) => row.slice(1, -1)),
    [
      ['kill', '2', '200', '0', '0', '3', '19.5', '21.0', '12.0', '60.0', '80.0'],
      ['proxy', '1', '100', '2', '1', '3', '0.9', '0.9', '0.3', '0.0', '0.0'],
    ],
  );
});

test('one loss, one refund or one violation is enough to fail', () => {
  assert.equal(isClean([REPORT, REPORT]), true);
  assert.equal(isClean([REPORT, { ...REPORT, lost: 1 }]), false);
  assert.equal(isClean([REPORT, { ...REPORT, refunded: 1 }]), false);
  assert.equal(isClean([REPORT, { ...REPORT, violations: ['an alarm'] }]), false);
});
