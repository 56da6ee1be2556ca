import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { sat, satToMsat, ZERO_MSAT } from '../../src/base/amount.ts';
import { newIdentifier, newRecordIdentifier, newUuid } from '../../src/base/id.ts';
import { toInvoiceColumns } from '../../src/invoices/sql/invoice-json.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import type { InternalPaymentEvent } from '../../src/ledger/money-store.ts';
import { NOT_DISPATCHED, toSettledPayment } from '../../src/ledger/payment.ts';
import { internalPaymentEvent } from '../../src/payments/start-internal-payment.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { NODE_PUBKEY, newOrder, newSecret } from '../../test/support/money-model/events.ts';
import { madeBy } from '../../test/support/money-model/made-by.ts';
import { sampleInvoice } from '../../test/support/sample-invoice.ts';
import { type GrownDatabase, LANES } from './grown-database.ts';

const PAID_AT_ONCE = 500;
/** As long as the text of an ordinary invoice. */
const BOLT11_LENGTH = 300;
const NODE = { pubkey: NODE_PUBKEY, alias: 'bench', network: 'regtest' } as const;

/** Pays invoices within the service until `count` more are paid, in large lists. */
export async function fill(grown: GrownDatabase, count: number): Promise<void> {
  let left = count;
  const run = async (lane: number): Promise<void> => {
    while (left > 0) {
      const some = Math.min(left, PAID_AT_ONCE);
      left -= some;
      await pay(grown, await draft(grown, lane, some));
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => run(lane)));
}

export async function pay(
  { world }: Pick<GrownDatabase, 'world'>,
  events: readonly InternalPaymentEvent[],
): Promise<void> {
  for (const { kind } of await world.store.settleInternal(events)) assert.equal(kind, 'settled');
}

/**
 * Makes new invoices of users of a lane, and the events by which others pay them. Records and ids
 * are made as the service makes them. The invoices are written in one statement instead of two, and
 * their text is only as long as that of an invoice.
 */
export async function draft(
  { database, lanes }: Pick<GrownDatabase, 'database' | 'lanes'>,
  lane: number,
  count: number,
): Promise<readonly InternalPaymentEvent[]> {
  const users = lanes[lane] ?? [];
  const payees = Array.from({ length: count }, () => someone(users));
  const invoices = payees.map(newInvoice);
  const rows = invoices.map((invoice) => toInvoiceColumns(invoice, madeBy('bench')));
  await database.query(
    (sql) => sql`
      insert into invoice (
          id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
          rest_msat, memo, bolt11, expiry_sec, created_at, expires_at)
        select
          id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage, amount_sat,
          rest_msat, memo, bolt11, expiry_sec, created_at, expires_at
        from json_populate_recordset(null::invoice, ${JSON.stringify(rows)}::json)`,
  );
  return invoices.map((invoice) => payment(invoice, someone(users)));
}

const someone = (users: readonly string[]): string => users[randomInt(users.length)] ?? '';

function newInvoice(userId: string): Invoice {
  const createdAt = clock.now();
  return sampleInvoice({
    id: newUuid(clock, random),
    identifier: newRecordIdentifier(clock, random),
    userId,
    ...newSecret(),
    amountMsat: satToMsat(sat(1n)),
    memo: 'a coffee',
    bolt11: `lnbcrt10n1${newIdentifier(random, BOLT11_LENGTH).toLowerCase()}`,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 86_400_000),
  });
}

function payment(invoice: Invoice, payerId: string): InternalPaymentEvent {
  const { preimage, paymentHash, amountMsat, bolt11, memo } = invoice;
  const createdAt = clock.now();
  const order = newOrder(payerId, {
    id: newUuid(clock, random),
    secret: { preimage, paymentHash },
    amountMsat: amountMsat ?? ZERO_MSAT,
    createdAt,
  });
  const settled = toSettledPayment({
    ...order,
    kind: 'bolt11',
    bolt11: bolt11 ?? '',
    memo,
    records: new Map(),
    sentTo: null,
    state: 'settled',
    path: 'internal',
    heldSat: sat(0n),
    feeMsat: ZERO_MSAT,
    failure: null,
    endedAt: createdAt,
    dispatch: NOT_DISPATCHED,
  });
  const payee = { kind: 'invoice', invoice } as const;
  const event = internalPaymentEvent({ clock, random, node: NODE }, settled, payee);
  return { ...event, idempotency: null };
}
