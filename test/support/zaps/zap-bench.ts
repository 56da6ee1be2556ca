import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import postgres from 'postgres';
import { createAddressInvoiceStore } from '../../../src/address/sql/address-invoice-store.ts';
import { createZapDeliveryStore } from '../../../src/address/sql/zap-delivery-store.ts';
import type { ZapDeliveryStore } from '../../../src/address/zap-delivery-store.ts';
import type { Invoice } from '../../../src/ledger/invoice.ts';
import { type Cleanup, type TestDatabase, testDatabase } from '../database.ts';
import {
  addUser,
  creditInvoice,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { zapText } from './make-zap.ts';

/** Zaps with a real database: invoices of an address, settled like the service settles them. */
export interface ZapBench {
  readonly opened: TestDatabase;
  readonly world: MoneyWorld;
  readonly store: ZapDeliveryStore;
  addUser(fundedSat?: number): Promise<string>;
  /** Makes an invoice of an address. It is a zap unless `relays` is null. */
  ask(userId: string, relays: readonly string[] | null): Promise<Invoice>;
  payFromExternalNode(invoice: Invoice, isFirst?: boolean): Promise<void>;
  payInside(payerUserId: string, invoice: Invoice): Promise<void>;
  /** The states of all receipts of this invoice, as one text per relay. */
  states(invoice: Invoice): Promise<readonly string[]>;
  /** Makes all waiting and running receipts due. */
  makeDue(): Promise<void>;
  /** Adds receipts of this invoice whose next attempt is an hour away. */
  addWaiting(invoice: Invoice, count: number): Promise<void>;
  /** Moves the ends of everything that has ended into the past. */
  age(days: number): Promise<void>;
  removeUnpaid(invoice: Invoice): Promise<number>;
}

const UNBOUNDED = { perNetwork: 1000, perUser: 1000, inAll: 1000 };

export async function openZapBench(cleanup: Cleanup): Promise<ZapBench> {
  const endings: (() => Promise<void>)[] = [];
  const opened = await testDatabase({ after: (end) => endings.push(end) });
  const { database, superuserUrl } = opened;
  const superuser = postgres(superuserUrl, { max: 1 });
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  cleanup.after(async () => {
    assert.deepEqual(await world.findings(), []);
    await superuser.end();
    for (const end of endings) await end();
  });
  const addresses = createAddressInvoiceStore(database, UNBOUNDED);
  return {
    opened,
    world,
    store: createZapDeliveryStore(database),
    addUser: (fundedSat) => addUser(world, fundedSat),
    ask: async (userId, zapRelays) => {
      const text = zapText({ relays: zapRelays ?? [] });
      const plain = newInvoice(userId, { amountSat: 21 });
      const invoice: Invoice = {
        ...plain,
        memo: null,
        descriptionHash: hash('sha256', text),
        metadataJson: JSON.stringify({ zap_request_raw: text }),
      };
      const place = { nodePubkey: NODE_PUBKEY, network: 'n', verifyId: invoice.identifier };
      const outcome = await addresses.insertInvoice({ invoice, ...place, zapRelays });
      assert.equal(outcome, 'inserted');
      return invoice;
    },
    payFromExternalNode: async (invoice, isFirst = true) => {
      const [outcome] = await world.store.credit([creditInvoice(invoice, isFirst)]);
      assert.equal(outcome?.kind, 'credited');
    },
    payInside: async (payerUserId, invoice) => {
      const [outcome] = await world.store.settleInternal([payInvoice(payerUserId, invoice)]);
      assert.equal(outcome?.kind, 'settled');
    },
    states: async ({ id }) => {
      const rows = await superuser`
        select relay, attempts, is_accepted, ended_at, last_error from zap_delivery
        where invoice_id = ${id} order by place`;
      return rows.map(({ relay, attempts, is_accepted, ended_at, last_error }) => {
        const state = ended_at === null ? 'waiting' : is_accepted ? 'accepted' : 'given up';
        const error = last_error === null ? '' : `: ${last_error}`;
        return `${relay} ${state} after ${attempts}${error}`;
      });
    },
    makeDue: async () => {
      await superuser`update zap_delivery set next_at = now() where next_at is not null`;
    },
    addWaiting: async ({ id, userId }, count) => {
      await superuser`
        insert into zap_delivery (invoice_id, place, user_id, relay, next_at, attempts)
        select ${id}, place, ${userId}, 'wss://away.example/', now() + interval '1 hour', 5
        from generate_series(100, ${99 + count}) place`;
    },
    age: async (days) => {
      await superuser`update zap_delivery set ended_at = ended_at - ${days} * interval '1 day'`;
    },
    removeUnpaid: ({ id }) => addresses.removeUnpaid([id]),
  };
}
