import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { BudgetView } from '../../src/authorization/budget.ts';
import { BUDGET_INTERVALS, budgetWindowEnd } from '../../src/authorization/budget-window.ts';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { writeEvent } from '../../src/nostr/event.ts';
import { makeAnswerEvent } from '../../src/nwc/answer-event.ts';
import { presentBudget, presentInfo } from '../../src/nwc/present-wallet.ts';
import { presentInvoice, presentPayment, type Transaction } from '../../src/nwc/transaction.ts';
import { presentList } from '../../src/nwc/transaction-list.ts';
import { checkProperty } from '../support/check-property.ts';
import { NOW_SEC, walletSide } from '../support/nwc/app-request.ts';
import { CREATED, HASH, INVOICE, NODE, PAYMENT, PREIMAGE } from '../support/nwc/shown-money.ts';
import { sampleText } from '../support/sample-bolt11.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';

describe('lists', () => {
  const full: Transaction = {
    ...presentInvoice({ ...INVOICE, bolt11: 'x'.repeat(7089) }, CREATED),
    description: '€'.repeat(1000),
    preimage: PREIMAGE,
    description_hash: HASH,
    metadata: { a: '€'.repeat(4088) },
  };

  test('26 a list of fifty full ones is cut, and fits an event of 64 KiB in either scheme', () => {
    const list = presentList(Array(50).fill(full), 1234);
    assert.ok(list.transactions.length >= 1 && list.transactions.length < 50);
    assert.equal(list.total_count, 1234);
    for (const scheme of ['nip44_v2', 'nip04'] as const) {
      assert.ok(eventBytes(list, scheme) <= 65_536, scheme);
    }
  });

  test('26 one that is as long as can be is not left out', () => {
    assert.equal(presentList([full], null).transactions.length, 1);
    assert.ok(eventBytes(presentList([full], null), 'nip44_v2') <= 65_536);
  });

  test('26 fifty of the usual length stay together', () => {
    const usual = presentPayment({ ...PAYMENT, bolt11: sampleText() }, CREATED);
    assert.ok(JSON.stringify(usual).length > 500);
    assert.equal(presentList(Array(50).fill(usual), null).transactions.length, 50);
    assert.deepEqual(presentList([], null), { transactions: [] });
  });

  test('26 no list is longer than the bound, and none is cut too early', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3000 });
    checkProperty(
      fc.property(fc.array(text, { maxLength: 50 }), (texts) => {
        const all = texts.map((description) => ({
          ...full,
          invoice: '',
          metadata: {},
          description,
        }));
        const { transactions } = presentList(all, null);
        const bytes = Buffer.byteLength(JSON.stringify(transactions));
        assert.ok(bytes <= 40_001 || transactions.length === 1);
        const oneMore = all.slice(0, transactions.length + 1);
        const isAll = transactions.length === all.length;
        assert.ok(isAll || Buffer.byteLength(JSON.stringify(oneMore)) > 40_000);
      }),
    );
  });
});

describe('get_info', () => {
  const scopes: ReadonlySet<Scope> = new Set(ALL_SCOPES);
  const parts = { node: NODE, blockHeight: 800_000, scopes, lightningAddress: 'ann@example.com' };

  test('28 names what is granted', () => {
    assert.deepEqual(presentInfo(parts), {
      alias: 'our-node',
      pubkey: NODE.pubkey,
      network: 'mainnet',
      block_height: 800_000,
      methods: [
        ...['get_info', 'get_balance', 'get_budget', 'make_invoice', 'pay_invoice'],
        ...['pay_keysend', 'lookup_invoice', 'list_transactions'],
      ],
      notifications: ['payment_received', 'payment_sent'],
      lud16: 'ann@example.com',
    });
  });

  test('28 the address only with account:read, the height only if it is known', () => {
    const few: ReadonlySet<Scope> = new Set<Scope>(['balance:read']);
    const info = presentInfo({ ...parts, scopes: few, blockHeight: null });
    assert.deepEqual(
      [info.lud16, info.block_height, info.methods, info.notifications],
      [undefined, undefined, ['get_info', 'get_balance', 'get_budget'], []],
    );
    assert.equal(presentInfo({ ...parts, lightningAddress: null }).lud16, undefined);
  });

  for (const network of ['testnet', 'signet', 'regtest'] as const) {
    test(`the network ${network}`, () => {
      assert.equal(presentInfo({ ...parts, node: { ...NODE, network } }).network, network);
    });
  }
});

describe('get_budget', () => {
  const NOW = new Date('2030-05-15T12:00:00Z');
  const budget = (change: Partial<BudgetView> = {}): BudgetView => {
    const interval = change.interval ?? 'month';
    return {
      limitSat: sat(1000n),
      askAboveSat: null,
      usedSat: sat(400n),
      interval,
      expiresAt: null,
      windowStart: NOW,
      resetsAt: budgetWindowEnd(interval, NOW),
      ...change,
    };
  };

  test('30 none', () => assert.deepEqual(presentBudget(null, NOW), {}));

  test('30 one without a limit', () => {
    const asking = budget({ limitSat: null, askAboveSat: sat(1000n) });
    assert.deepEqual(presentBudget(asking, NOW), {});
  });

  const periods = ['daily', 'weekly', 'monthly', 'yearly', 'never'];
  const renewals = ['2030-05-16', '2030-05-20', '2030-06-01', '2031-01-01', null];
  for (const [index, interval] of BUDGET_INTERVALS.entries()) {
    test(`30 per ${interval}`, () => {
      const renewal = renewals[index] ?? null;
      assert.deepEqual(presentBudget(budget({ interval }), NOW), {
        used_budget: 400_000,
        total_budget: 1_000_000,
        renewal_period: periods[index],
        ...(renewal === null ? {} : { renews_at: Date.parse(renewal) / 1000 }),
      });
    });
  }

  const figures = (view: BudgetView) => {
    const shown = presentBudget(view, NOW);
    return 'used_budget' in shown
      ? [shown.used_budget, shown.total_budget, shown.renews_at ?? null]
      : [];
  };

  test('30 an expired one is used up and renews nothing', () => {
    const expired = budget({ expiresAt: new Date('2030-05-15T12:00:00Z') });
    assert.deepEqual(figures(expired), [1_000_000, 1_000_000, null]);
  });

  test('30 one that ends before it would renew', () => {
    const ending = budget({ expiresAt: new Date('2030-05-20T00:00:00Z') });
    assert.deepEqual(figures(ending), [400_000, 1_000_000, null]);
  });

  test('30 a limit below the use', () => {
    const lowered = budget({ limitSat: sat(100n) });
    assert.deepEqual(figures(lowered).slice(0, 2), [400_000, 100_000]);
  });

  test('30 a limit beyond 2^53 msat is shown as the largest whole number', () => {
    const [used, total] = figures(budget({ limitSat: sat(2_100_000_000_000_000n) }));
    assert.deepEqual([used, total], [400_000, 9_007_199_254_740_000]);
  });
});

const random = createSeededRandom(testSeed());

function eventBytes(result: object, scheme: 'nip44_v2' | 'nip04'): number {
  const event = makeAnswerEvent(
    walletSide(),
    {
      request: { eventId: HASH, createdAt: NOW_SEC },
      scheme,
      method: 'list_transactions',
      answer: { ok: true, result },
      nowSec: NOW_SEC,
    },
    random,
  );
  return Buffer.byteLength(writeEvent(event));
}
