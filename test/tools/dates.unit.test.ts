import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isZone, MOMENTS, offsetTo, readMoment, ZONES } from '../../tools/dates/moments.ts';

describe('the moments at which tests run', () => {
  test('are times that can be asked for, and zones that there are', () => {
    for (const { at } of MOMENTS) assert.equal(readMoment(at)?.at, at);
    assert.ok(ZONES.every(isZone));
  });

  test('are read as whole times only', () => {
    assert.equal(readMoment('2028-02-29T23:10')?.at, '2028-02-29T23:10');
    for (const text of ['', '2027-02-29T00:00', '2027-01-01', '2027-01-01T24:00', '2027-1-1T0:0']) {
      assert.equal(readMoment(text), null, text);
    }
    assert.equal(isZone('Nowhere/Else'), false);
  });

  test('are given to a clock as seconds with their sign', () => {
    const moment = { name: 'x', at: '2027-01-01T00:05' };
    assert.equal(offsetTo(moment, Date.parse('2027-01-01T00:00:00Z')), '+300');
    assert.equal(offsetTo(moment, Date.parse('2027-01-01T00:05:30.4Z')), '-30');
  });
});
