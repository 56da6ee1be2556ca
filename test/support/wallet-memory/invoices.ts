import { creditSat, sat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { bytesEqual } from '../../../src/base/hex.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../../../src/base/idempotency.ts';
import { RowGone } from '../../../src/base/row-gone.ts';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import type { FoundInvoice, InvoiceStore } from '../../../src/invoices/invoice-store.ts';
import { type Invoice, namedAmountMsat } from '../../../src/ledger/invoice.ts';
import type { MovementKind } from '../../../src/ledger/movement-kind.ts';
import type { WalletRecord } from '../../../src/ledger/wallet-record.ts';
import type { BatchStore, PaymentBatch } from '../../../src/payments/batch-store.ts';
import { raise } from '../money-model/approvals.ts';
import { heldOf, walletOf } from '../money-model/ledger/account.ts';
import { batchKey, keyOf, lookUp, type StoredInvoice } from '../money-model/state.ts';
import type { WalletMemory } from './wallet-memory.ts';

export function createInvoicesOf(memory: WalletMemory): InvoiceStore {
  const { invoices } = memory.money;
  const find = (matches: (invoice: Invoice) => boolean): FoundInvoice | null => {
    const stored = [...invoices.values()].find(({ invoice }) => matches(invoice));
    return stored === undefined ? null : toFound(stored);
  };
  return {
    admitInvoice: async () => ({ kind: 'admitted', release: () => undefined }),
    insertPayable: async (invoice) => {
      if (isTooMuch(memory, invoice)) return { kind: 'balance_limit_exceeded' };
      invoices.set(invoice.id, { invoice, settledAt: null });
      return { kind: 'inserted' };
    },
    insertInvoice: async (invoice, { grantId }, claim) => {
      const owner = { userId: invoice.userId, grantId };
      const conflict = claimKey(memory, owner, claim, { kind: 'invoice', id: invoice.id });
      if (conflict !== null) return conflict;
      if (isTooMuch(memory, invoice)) return { kind: 'balance_limit_exceeded' };
      invoices.set(invoice.id, { invoice, settledAt: null });
      return { kind: 'inserted' };
    },
    setBolt11: async (id, bolt11) => {
      const stored = invoices.get(id);
      if (stored === undefined) throw new RowGone('the invoice is not in the database any more');
      const { invoice, settledAt } = stored;
      const isSame = invoice.bolt11 === null || invoice.bolt11 === bolt11;
      assert(isSame, 'the text of an invoice does not change');
      invoices.set(id, { invoice: { ...invoice, bolt11 }, settledAt });
    },
    findInvoice: async (id) => find((invoice) => invoice.id === id)?.invoice ?? null,
    findInvoiceByHash: async (hash) => find((invoice) => invoice.paymentHash === hash),
    // No code that uses this memory lists open invoices, so there is nothing to hide.
    hideInvoice: async () => undefined,
    findInvoiceByIdentifier: async (identifier) =>
      find((invoice) => invoice.identifier === identifier)?.invoice ?? null,
    readCredited: async (id) => {
      const { invoice, settledAt } = lookUp(invoices, id);
      return settledAt === null ? sat(0n) : creditSat(namedAmountMsat(invoice));
    },
    listNodeInvoicesToCancel: async (limit, afterId = '') =>
      [...memory.invoicesToCancel]
        .toSorted()
        .filter((id) => id > afterId)
        .slice(0, limit)
        .map((id) => ({ id, paymentHash: lookUp(invoices, id).invoice.paymentHash })),
    markNodeInvoicesCancelled: async (ids) => {
      for (const id of ids) memory.invoicesToCancel.delete(id);
    },
  };
}

/**
 * Whether an invoice would exceed the limit of its user. This is not asked for a repeated invoice,
 * whose key is found first.
 */
function isTooMuch({ money, maxBalancesSat }: WalletMemory, { userId, amountMsat }: Invoice) {
  const most = maxBalancesSat.get(userId);
  if (most === undefined) return false;
  const present = money.balances.of(walletOf(userId)) + money.balances.of(heldOf(userId));
  return present + (amountMsat ?? 1000n) > most * 1000n;
}

export const toFound = ({ invoice, settledAt }: StoredInvoice): FoundInvoice => ({
  invoice: { ...invoice, settledAt },
  receiptsCount: settledAt === null ? 0 : 1,
});

/**
 * Claims an idempotency key. Null when the key was free or none was given; from then on the key
 * stands for the target.
 */
export function claimKey(
  { money }: WalletMemory,
  owner: { readonly userId: string; readonly grantId: string },
  claim: IdempotencyClaim | null,
  target: IdempotencyTarget,
) {
  if (claim === null) return null;
  const key = keyOf(owner.userId, owner.grantId, claim);
  const stored = money.keys.get(key);
  if (stored === undefined) {
    money.keys.set(key, { requestHash: claim.requestHash, target });
    return null;
  }
  return bytesEqual(stored.requestHash, claim.requestHash)
    ? ({ kind: 'repeated', target: stored.target } as const)
    : ({ kind: 'idempotency_mismatch' } as const);
}

/** The store of batches. The states of items are kept by the money functions, which start items. */
export function createBatchesOf(memory: WalletMemory): BatchStore {
  const { money, processes } = memory;
  const { batches, batchItemStates: states } = money;
  const refusals = memory.batchRefusals;
  const present = (batch: PaymentBatch): PaymentBatch => ({
    ...batch,
    items: batch.items.map((item) => {
      const key = batchKey({ batchId: batch.id, index: item.index });
      return { ...item, state: lookUp(states, key), refusal: refusals.get(key) ?? item.refusal };
    }),
  });
  const isPending = (batch: PaymentBatch): boolean =>
    present(batch).items.some((item) => item.state === 'pending');
  const keep = (batch: PaymentBatch): void => {
    batches.set(batch.id, batch);
    for (const { index, state } of batch.items) {
      states.set(batchKey({ batchId: batch.id, index }), state);
    }
  };

  return {
    insertBatch: async (batch, grantId, claim) => {
      const owner = { userId: batch.userId, grantId };
      const conflict = claimKey(memory, owner, claim, { kind: 'batch', id: batch.id });
      if (conflict !== null) return conflict;
      keep(batch);
      return { kind: 'inserted' };
    },
    insertApproved: async (batch, grantId, { approvalId, at, device, raisesAskAbove }) => {
      const { approvals } = memory.money;
      const asked = lookUp(approvals, approvalId);
      if (asked.state !== 'waiting' || asked.expiresAt <= at) return { kind: 'approval_over' };
      const end = { endedAt: at, endedOn: device };
      const owner = { userId: batch.userId, grantId };
      const target = { kind: 'batch', id: batch.id } as const;
      if (claimKey(memory, owner, asked.claim, target) !== null) {
        const over = { state: 'withdrawn', failure: 'repeated' } as const;
        approvals.set(approvalId, { ...asked, ...end, ...over });
        return { kind: 'repeated' };
      }
      approvals.set(approvalId, { ...asked, ...end, state: 'approved' });
      keep(batch);
      if (raisesAskAbove) raise(memory.money, asked);
      return { kind: 'inserted' };
    },
    findBatch: async (id) => {
      const batch = batches.get(id);
      return batch === undefined ? null : present(batch);
    },
    refuseItem: async (batchId, index, refusal) => {
      const key = batchKey({ batchId, index });
      if (states.get(key) !== 'pending') return;
      states.set(key, 'refused');
      refusals.set(key, refusal);
    },
    cancelPendingItems: async (batchId) => {
      for (const { index } of batches.get(batchId)?.items ?? []) {
        const key = batchKey({ batchId, index });
        if (states.get(key) === 'pending') states.set(key, 'cancelled');
      }
    },
    forgetItems: async () => 0,
    listOrphanBatches: async (deadSince, limit) =>
      [...batches.values()]
        .filter((batch) => {
          const owner = processes.get(batch.ownerProcessId);
          return (
            isPending(batch) &&
            (owner === undefined || owner.isGone || owner.heartbeatAt < deadSince)
          );
        })
        .slice(0, limit)
        .map((batch) => batch.id),
  };
}

/** The kind of a record, read from its body because it is not stored separately. */
export const kindOf = (record: WalletRecord): MovementKind =>
  record.payment_request === '' ? 'keysend' : 'bolt11';

/**
 * Lists records by direction only, because the finer rules of paging are tested with the real
 * store.
 */
export function createHistoryOf({ money }: WalletMemory): HistoryStore {
  return {
    listRecords: async ({ userId, direction, offset, limit }) => {
      const records = lookUp(money.records, userId)
        .filter((record) => direction === 'both' || record.direction === direction)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      const bodies = records.slice(offset, offset + limit).map((record) => record.body);
      return { kind: 'records', bodies };
    },
    readKinds: async (userId) =>
      new Map(
        lookUp(money.records, userId).map(({ identifier, body }) => [
          identifier,
          kindOf(JSON.parse(body)),
        ]),
      ),
    findByHash: async (userId, hash) => {
      const records = lookUp(money.records, userId).filter(({ body }) => body.includes(hash));
      const record = records.find((one) => one.direction === 'incoming') ?? records[0];
      if (record !== undefined) return { kind: 'record', body: record.body };
      const stored = [...money.invoices.values()].find(
        ({ invoice }) => invoice.userId === userId && invoice.paymentHash === hash,
      );
      if (stored !== undefined) return { kind: 'invoice', found: toFound(stored) };
      const payment = [...money.payments.values()].find(
        (one) => one.userId === userId && one.paymentHash === hash && one.state !== 'failed',
      );
      return payment === undefined ? null : { kind: 'payment', payment };
    },
    findBolt11ByIdentifier: async () => null,
  };
}
