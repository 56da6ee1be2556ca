import assert from 'node:assert/strict';
import type { ExpiredInvoice } from '../../src/address/address-invoice-store.ts';
import {
  ADDRESS_INVOICE_EXPIRY_SEC,
  KEEP_EXPIRED_ADDRESS_INVOICES_MS,
} from '../../src/address/limits.ts';
import { pruneAddressInvoices } from '../../src/address/prune-address-invoices.ts';
import { openPool } from '../../src/database/pool.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import type { LndStage } from '../lnd-stage.ts';

/** What strangers leave behind, in the database and at the node. */
export interface Remains {
  openInvoices(): Promise<readonly ExpiredInvoice[]>;
  countAtNode(invoices: readonly ExpiredInvoice[]): Promise<number>;
  /** Runs the service's own removal of old invoices, as if all of them had expired long ago. */
  prune(): Promise<void>;
  vacuum(): Promise<void>;
  databaseBytes(): Promise<number>;
  close(): Promise<void>;
}

const LATER_MS = ADDRESS_INVOICE_EXPIRY_SEC * 1000 + KEEP_EXPIRED_ADDRESS_INVOICES_MS + 60_000;
const NEVER = new AbortController().signal;

export async function openRemains({ stores, serviceNode, ownerUrl }: LndStage): Promise<Remains> {
  const lightning = openLndNode({ ...serviceNode, clock: systemClock });
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + LATER_MS) };
  const { addressInvoices } = stores;
  const node = { pubkey: (await lightning.info()).pubkey };
  const owner = openPool(
    {
      url: ownerUrl,
      applicationName: 'bench',
      onStatement: null,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 10_000,
    },
    { max: 1 },
  );
  return {
    openInvoices: () => addressInvoices.listExpired(clock.now(), { limit: 100_000, offset: 0 }),
    countAtNode: async (invoices) => {
      let count = 0;
      for (const { paymentHash } of invoices) {
        if ((await lightning.lookupInvoice(paymentHash)) !== 'not_found') count += 1;
      }
      return count;
    },
    prune: () => pruneAddressInvoices({ addressInvoices, lightning, node, clock }, NEVER),
    vacuum: async () => {
      await owner`vacuum`;
    },
    databaseBytes: async () => {
      const [row] = await owner<{ bytes: bigint }[]>`
        select pg_database_size(current_database()) as bytes`;
      assert(row !== undefined, 'a function answers');
      return Number(row.bytes);
    },
    close: async () => {
      await lightning.close();
      await owner.end();
    },
  };
}
