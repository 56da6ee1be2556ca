import assert from 'node:assert/strict';
import type { InternalPaymentEvent } from '../src/ledger/money-store.ts';
import { payInvoice } from '../src/payments/pay-invoice.ts';
import type { Beside } from './beside.ts';
import type { Bill } from './bills.ts';
import { type Person, roundRobin } from './people.ts';

/**
 * The events that the service would pass to its money functions for these invoices. They are made
 * by the service's own operation, with a money store that only records its calls.
 */
export async function draftInternalPayments(
  { parts, config }: Beside,
  payers: readonly Person[],
  bills: readonly Bill[],
): Promise<readonly InternalPaymentEvent[]> {
  const events: InternalPaymentEvent[] = [];
  const money = {
    ...parts.money,
    settleInternal: async (event: InternalPaymentEvent) => {
      events.push(event);
      return { kind: 'settled' as const };
    },
  };
  const deps = { ...parts, config: config.payments, money };
  for (const [n, { bolt11 }] of bills.entries()) {
    const { caller } = roundRobin(payers, n);
    const paid = await payInvoice(deps, { caller, bolt11, amountMsat: null, idempotency: null });
    assert(paid.ok, 'the bill can be paid');
  }
  return events;
}
