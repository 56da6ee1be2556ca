import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  allowsMore,
  type Budget,
  type BudgetView,
  checkBudget,
  leftInBudget,
  refuseByBudget,
} from '../../src/authorization/budget.ts';
import {
  BUDGET_INTERVALS,
  budgetWindowEnd,
  budgetWindowStart,
} from '../../src/authorization/budget-window.ts';
import { sat } from '../../src/base/amount.ts';
import { checkProperty } from '../support/check-property.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const utc = (text: string): Date => new Date(`${text}Z`);

describe('windows of a budget', () => {
  test('begin with the day, the Monday, the first of the month, the first of January, or never', () => {
    const cases = [
      ['day', '2026-03-01T23:59:59.999', '2026-03-01', '2026-03-02'],
      ['day', '2026-03-02T00:00:00.000', '2026-03-02', '2026-03-03'],
      ['week', '2026-03-01T23:59:59.999', '2026-02-23', '2026-03-02'],
      ['week', '2026-03-02T00:00:00.000', '2026-03-02', '2026-03-09'],
      ['week', '2027-01-01T10:00:00.000', '2026-12-28', '2027-01-04'],
      ['month', '2028-02-29T23:59:59.999', '2028-02-01', '2028-03-01'],
      ['month', '2026-12-31T23:59:59.999', '2026-12-01', '2027-01-01'],
      ['year', '2026-12-31T23:59:59.999', '2026-01-01', '2027-01-01'],
      ['year', '2027-01-01T00:00:00.000', '2027-01-01', '2028-01-01'],
    ] as const;
    for (const [interval, at, start, end] of cases) {
      assert.deepEqual(budgetWindowStart(interval, utc(at)), utc(`${start}T00:00`), at);
      assert.deepEqual(budgetWindowEnd(interval, utc(at)), utc(`${end}T00:00`), at);
    }
    assert.deepEqual(budgetWindowStart('ever', NOW), new Date(0));
    assert.equal(budgetWindowEnd('ever', NOW), null);
  });

  test('lie one after the other without a gap, whenever it is', () => {
    const anyTime = fc.date({
      min: utc('2009-01-03T00:00'),
      max: utc('2199-12-31T00:00'),
      noInvalidDate: true,
    });
    const anyInterval = fc.constantFrom(...BUDGET_INTERVALS);
    checkProperty(
      fc.property(anyInterval, anyTime, (interval, at) => {
        const start = budgetWindowStart(interval, at);
        const end = budgetWindowEnd(interval, at);
        assert(start <= at);
        assert.deepEqual(budgetWindowStart(interval, start), start);
        if (end === null) return;
        assert(end > at);
        assert.deepEqual(budgetWindowStart(interval, end), end);
        const lastMoment = new Date(end.getTime() - 1);
        assert.deepEqual(budgetWindowStart(interval, lastMoment), start);
      }),
    );
  });
});

describe('a budget as people type it', () => {
  const check = (limitSat: string, interval = 'day', expiresAt: Date | null = null) =>
    checkBudget({ limitSat, askAboveSat: null, interval, expiresAt }, NOW);

  test('is whole sats, as many as there can be', () => {
    for (const text of ['1', '21', '2100000000000000']) {
      const checked = check(text);
      assert(checked.ok, text);
      assert.equal(checked.value.limitSat, BigInt(text));
    }
    const bad = ['', '0', '-1', '1.5', '1e3', '0x1', ' 1', '01', 'ten', '1_000', '٣'];
    for (const text of [...bad, '2100000000000001', '9'.repeat(17)]) {
      const checked = check(text);
      assert(!checked.ok, text);
      assert.match(checked.refusal.message, /whole sats from 1 to 2100000000000000/);
    }
  });

  test('has one of five intervals', () => {
    for (const interval of BUDGET_INTERVALS) assert(check('1', interval).ok);
    for (const interval of ['', 'hour', 'DAY', 'constructor']) assert(!check('1', interval).ok);
  });

  const asks = (askAboveSat: string, limitSat: string | null = null) =>
    checkBudget({ limitSat, askAboveSat, interval: 'ever', expiresAt: null }, NOW);

  test('may ask above whole sats from 0 on, with a limit or without one', () => {
    for (const text of ['0', '1', '2100000000000000']) {
      for (const limit of [null, '5']) {
        const checked = asks(text, limit);
        assert(checked.ok, text);
        assert.equal(checked.value.askAboveSat, BigInt(text));
        assert.equal(checked.value.limitSat, limit === null ? null : 5n);
      }
    }
    for (const text of ['', '-1', '00', '01', '1.5', 'none', '2100000000000001']) {
      const checked = asks(text);
      assert(!checked.ok && checked.refusal.reason === 'bad_ask', text);
      assert.match(checked.refusal.message, /whole sats from 0 to 2100000000000000/);
    }
  });

  test('limits or asks: to do neither is no budget', () => {
    const neither = { limitSat: null, askAboveSat: null, interval: 'day', expiresAt: null };
    const checked = checkBudget(neither, NOW);
    assert(!checked.ok && checked.refusal.reason === 'bad_amount');
  });

  test('ends in the future or not at all', () => {
    assert(check('1', 'day', new Date(NOW.getTime() + 1)).ok);
    assert(!check('1', 'day', NOW).ok);
    assert(!check('1', 'day', new Date(Number.NaN)).ok);
  });
});

describe('what allows more', () => {
  const rule = (limit: bigint | null, ask: bigint | null, rest: Partial<Budget> = {}): Budget => ({
    limitSat: limit === null ? null : sat(limit),
    askAboveSat: ask === null ? null : sat(ask),
    interval: 'month',
    expiresAt: null,
    ...rest,
  });
  const [soon, later] = [utc('2026-04-01T00:00'), utc('2026-05-01T00:00')];

  for (const [what, wanted, present, expected] of [
    ['nothing in place of nothing', null, null, false],
    ['a budget where there was none', rule(5n, null), null, false],
    ['no budget any more', null, rule(5n, null), true],
    ['the same', rule(5n, 3n), rule(5n, 3n), false],
    ['a higher limit', rule(6n, 3n), rule(5n, 3n), true],
    ['a lower limit', rule(4n, 3n), rule(5n, 3n), false],
    ['no limit, but asking as before', rule(null, 3n), rule(5n, 3n), true],
    ['a limit where only asking was', rule(5n, 3n), rule(null, 3n), false],
    ['asking above a higher amount', rule(5n, 4n), rule(5n, 3n), true],
    ['asking above a lower amount', rule(5n, 2n), rule(5n, 3n), false],
    ['asking always', rule(5n, 0n), rule(5n, 3n), false],
    ['asking no more', rule(5n, null), rule(5n, 3n), true],
    ['asking no more, with a limit in its place', rule(5n, null), rule(null, 3n), true],
    ['asking from now on', rule(5n, 3n), rule(5n, null), false],
    ['asking from now on, with a higher limit', rule(6n, 0n), rule(5n, null), true],
    ['a limit that starts again sooner', rule(5n, 3n, { interval: 'day' }), rule(5n, 3n), true],
    ['one that starts again later', rule(5n, 3n, { interval: 'ever' }), rule(5n, 3n), false],
    ['an interval of no limit', rule(5n, 3n, { interval: 'day' }), rule(null, 3n), false],
    ['an end that is no more', rule(null, 3n), rule(null, 3n, { expiresAt: soon }), true],
    [
      'a later end',
      rule(null, 3n, { expiresAt: later }),
      rule(null, 3n, { expiresAt: soon }),
      true,
    ],
    ['an end where none was', rule(null, 3n, { expiresAt: soon }), rule(null, 3n), false],
  ] as const) {
    test(what, () => assert.equal(allowsMore(wanted, present), expected));
  }
});

describe('what a budget says no to', () => {
  const view = (fields: Partial<BudgetView>): BudgetView => ({
    limitSat: sat(100n),
    askAboveSat: null,
    interval: 'day',
    expiresAt: null,
    usedSat: sat(60n),
    windowStart: utc('2026-03-01T00:00'),
    resetsAt: utc('2026-03-02T00:00'),
    ...fields,
  });

  test('one sat more than is left', () => {
    assert.equal(refuseByBudget(view({}), sat(40n), NOW), null);
    assert.deepEqual(refuseByBudget(view({}), sat(41n), NOW), {
      kind: 'budget_exceeded',
      limitSat: 100n,
      interval: 'day',
      leftSat: 40n,
      neededSat: 41n,
      resetsAt: utc('2026-03-02T00:00'),
    });
  });

  test('everything, when more is used than the limit allows by now', () => {
    const lowered = view({ usedSat: sat(101n) });
    assert.equal(leftInBudget(lowered), 0n);
    assert.equal(refuseByBudget(lowered, sat(1n), NOW)?.kind, 'budget_exceeded');
  });

  test('nothing without a limit, until it expires', () => {
    const asking = view({ limitSat: null, askAboveSat: sat(0n) });
    assert.equal(leftInBudget(asking), null);
    assert.equal(refuseByBudget(asking, sat(1_000_000n), NOW), null);
    const over = { ...asking, expiresAt: NOW };
    assert.equal(refuseByBudget(over, sat(1n), NOW)?.kind, 'budget_expired');
  });

  test('everything, from the moment in which it expires', () => {
    const justNow = refuseByBudget(view({ expiresAt: NOW }), sat(1n), NOW);
    assert.deepEqual(justNow, { kind: 'budget_expired', expiresAt: NOW });
    const inTime = view({ expiresAt: new Date(NOW.getTime() + 1) });
    assert.equal(refuseByBudget(inTime, sat(1n), NOW), null);
  });
});
