import assert from 'node:assert/strict';
import { sat, satToMsat } from '../src/base/amount.ts';
import { createInvoice } from '../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../src/invoices/invoice-order.ts';
import type { Invoice } from '../src/ledger/invoice.ts';
import type { Beside } from './beside.ts';
import { bearer, type HttpClient } from './http-client.ts';
import { type Person, roundRobin } from './people.ts';
import { type Act, runWindow } from './window.ts';

/** An unpaid invoice of this service. */
export type Bill = Invoice & { readonly bolt11: string };

export const BILL_SAT = 1;
const AT_ONCE = 32;

/**
 * Creates invoices in this process by the service's own operation, which writes rows and asks the
 * node.
 */
export async function createBills(
  { parts, config }: Beside,
  payees: readonly Person[],
  count: number,
): Promise<readonly Bill[]> {
  const deps = { ...parts, config: config.payments };
  const bills: Bill[] = new Array(count);
  let next = 0;
  const createNext = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      const { caller } = roundRobin(payees, n);
      const created = await createInvoice(deps, { caller, order: ORDER, idempotency: null });
      assert(created.ok && created.value.bolt11 !== null, 'the invoice is made');
      bills[n] = { ...created.value, bolt11: created.value.bolt11 };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, createNext));
  return bills;
}

/** Creates invoices by calls of the API, as users do, and returns their texts. */
export async function callForBills(
  http: HttpClient,
  payeeTokens: readonly string[],
  count: number,
): Promise<readonly string[]> {
  const bills: string[] = new Array(count);
  const create: Act = async (n) => {
    const bill = { amount: BILL_SAT, description: ORDER.description };
    const text = await http.post('/invoices', bill, bearer(roundRobin(payeeTokens, n)));
    const { payment_request }: { readonly payment_request: string } = JSON.parse(text);
    bills[n] = payment_request;
  };
  await runWindow({ calls: count, callers: AT_ONCE }, create);
  return bills;
}

const ORDER = {
  ...EMPTY_ORDER,
  amountMsat: satToMsat(sat(BigInt(BILL_SAT))),
  description: 'a coffee',
};
