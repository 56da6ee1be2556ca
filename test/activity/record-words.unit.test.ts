import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordWords } from '../../src/activity/pages/record-words.ts';
import { sat } from '../../src/base/amount.ts';
import { NOT_DISPATCHED, type Payment, type PaymentFailure } from '../../src/ledger/payment.ts';
import {
  NEVER_ARRIVED,
  NEVER_SENT,
  NODE_AWAY,
  nodeFailure,
  PAID_BY_OTHERS,
  rejectedByNode,
  STOPPED_MEANWHILE,
  STUCK,
} from '../../src/ledger/payment-failure.ts';
import { renderOpenPayment } from '../../src/ledger/settled-record.ts';
import { englishTexts } from '../support/english-texts.ts';
import { newOrder } from '../support/money-model/events.ts';

const NODE_REASONS = [
  'no_route',
  'timeout',
  'insufficient_liquidity',
  'incorrect_details',
  'cancelled',
  'other',
] as const;

const FAILURES: readonly PaymentFailure[] = [
  ...NODE_REASONS.map(nodeFailure),
  rejectedByNode('<b>no</b>'),
  NEVER_SENT,
  STOPPED_MEANWHILE,
  NODE_AWAY,
  NEVER_ARRIVED,
  PAID_BY_OTHERS,
  STUCK,
];

const FAILED = {
  ...newOrder('user'),
  state: 'failed',
  path: 'node',
  heldSat: sat(0n),
  feeMsat: null,
  endedAt: new Date(),
  dispatch: NOT_DISPATCHED,
} as const;

const wordsOf = (failure: PaymentFailure, kind: Payment['kind'] = 'bolt11') => {
  const payment: Payment = { ...FAILED, failure, kind };
  const { id, grantId, heldSat, createdAt, endedAt } = payment;
  const entry = {
    kind: 'order',
    rail: 'lightning',
    movement: kind,
    body: renderOpenPayment(payment),
    payeeLink: null,
    ...{ id, grantId, heldSat, createdAt, endedAt },
  } as const;
  const moment = { now: new Date(), rules: null };
  return recordWords(englishTexts(), { entry, payment, withdrawal: null }, moment);
};

describe('6 a failed payment', () => {
  for (const failure of FAILURES) {
    test(`${failure.reason}: “${failure.message}”`, () => {
      const { title, lead, look } = wordsOf(failure);
      assert.deepEqual([title, look], ['Not paid', 'bad']);
      assert.match(lead, /Nothing was taken from your wallet\.$/);
    });
  }

  test('has a sentence of its own for each reason, and one for those to come', () => {
    const leads = new Map(FAILURES.map((failure) => [failure.reason, wordsOf(failure).lead]));
    assert.equal(new Set(leads.values()).size, leads.size);
    assert.equal(wordsOf({ reason: 'new one', message: '' }).lead, leads.get('other'));
  });

  test('that had no invoice does not speak of one, nor asks for a new one', () => {
    for (const failure of FAILURES.filter((one) => one !== PAID_BY_OTHERS)) {
      const { lead } = wordsOf(failure, 'keysend');
      assert.doesNotMatch(lead, /the invoice|new invoice/i, failure.reason);
    }
    assert.match(wordsOf(STUCK, 'keysend').lead, /got stuck .* You can try again\./);
  });

  test('shows what the node said only where nothing else is known', () => {
    const told = FAILURES.filter((failure) => wordsOf(failure).detail !== null);
    assert.deepEqual(told, [rejectedByNode('<b>no</b>')]);
  });
});
