import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from '../base/address-limits.ts';
import type { Clock } from '../base/clock.ts';
import { INVOICE_GONE_MS } from '../base/limits.ts';
import type { UnpaidInvoice, UnpaidInvoiceStore } from '../invoices/invoice-store.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { InvoiceDeletion, LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';
import type { AddressInvoiceStore, ExpiredInvoice } from './address-invoice-store.ts';

export interface RemoveAtNodeDeps extends OwnNodeDeps {
  readonly lightning: OwnNodeDeps['lightning'] &
    Pick<LightningNode, 'cancelInvoice' | 'deleteInvoice'>;
}

export interface SweepAddressInvoicesDeps extends RemoveAtNodeDeps {
  readonly addressInvoices: Pick<AddressInvoiceStore, 'listExpired' | 'removeUnpaid'>;
  readonly clock: Clock;
}

const STEP = 100;
/** One failing invoice must not hold up the others; a node that is away fails them all. */
const MAX_FAILURES_IN_A_ROW = 3;

/**
 * Removes invoices that strangers asked for and no one paid: at the node first, and then here.
 * After a crash in between the node does not know them, and the next sweep removes the rows. One
 * that the node holds or has settled stays, as its money is still to be booked.
 */
export async function sweepAddressInvoices(
  deps: SweepAddressInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const { addressInvoices, clock } = deps;
  const before = new Date(clock.now().getTime() - KEEP_EXPIRED_ADDRESS_INVOICES_MS);
  let failure: Removal['failure'] = null;
  let keptCount = 0;
  while (!signal.aborted) {
    const expired = await addressInvoices.listExpired(before, { limit: STEP, offset: keptCount });
    const removal = await removeAtNode(deps, expired, signal);
    const { removed } = removal;
    if (removed.length > 0) await addressInvoices.removeUnpaid(removed);
    failure ??= removal.failure;
    keptCount += expired.length - removed.length;
    if (removal.isNodeAway || expired.length < STEP) break;
  }
  if (failure !== null) throw failure.error;
}

export interface SweepUnpaidInvoicesDeps extends RemoveAtNodeDeps {
  readonly unpaidInvoices: UnpaidInvoiceStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
}

/** One run ends after so many: the first one of an old installation leaves time to others. */
const MAX_STEPS = 100;

/**
 * Removes users' own invoices that no one paid, some weeks after they expired, in the same way.
 * What expired before the last whole sweep is not looked at again, so the work does not grow with
 * the invoices that were paid. One that had to stay is looked at by the next sweep.
 */
export async function sweepUnpaidInvoices(
  deps: SweepUnpaidInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const { unpaidInvoices, node, clock } = deps;
  const before = new Date(clock.now().getTime() - INVOICE_GONE_MS);
  const since = await unpaidInvoices.readSweptUntil(node.pubkey);
  let failure: Removal['failure'] = null;
  let after: UnpaidInvoice | null = null;
  let isWhole = true;
  for (let step = 0; step < MAX_STEPS && !signal.aborted; step += 1) {
    const page = { nodePubkey: node.pubkey, since, before, limit: STEP, after };
    const unpaid: readonly UnpaidInvoice[] = await unpaidInvoices.listUnpaid(page);
    const removal = await removeAtNode(deps, unpaid, signal);
    const { removed } = removal;
    if (removed.length > 0) await unpaidInvoices.removeUnpaid(removed);
    failure ??= removal.failure;
    isWhole &&= removed.length === unpaid.length;
    if (removal.isNodeAway) break;
    if (unpaid.length < STEP) {
      if (isWhole) await unpaidInvoices.noteSwept(node.pubkey, before);
      break;
    }
    after = unpaid.at(-1) ?? null;
  }
  if (failure !== null) throw failure.error;
}

interface Removal {
  /** Ids of those by which no money can come in any more. */
  readonly removed: readonly string[];
  /** The first one. */
  readonly failure: { readonly error: unknown } | null;
  /** Then the others would fail as well. */
  readonly isNodeAway: boolean;
}

/**
 * Another node at our address knows none of them. So only a deletion is believed in any case; all
 * else only when no connection was opened since the node has said who it is.
 */
async function removeAtNode(
  deps: RemoveAtNodeDeps,
  invoices: readonly Pick<ExpiredInvoice, 'id' | 'paymentHash'>[],
  signal: AbortSignal,
): Promise<Removal> {
  if (invoices.length === 0) return { removed: [], failure: null, isNodeAway: false };
  const isOurs = await requireOwnNode(deps);
  const deleted: string[] = [];
  const unproven: string[] = [];
  let failure: Removal['failure'] = null;
  let failuresInARow = 0;
  for (const { id, paymentHash } of invoices) {
    if (signal.aborted || failuresInARow >= MAX_FAILURES_IN_A_ROW) break;
    try {
      const outcome = await removeOne(deps.lightning, paymentHash);
      if (outcome === 'deleted') deleted.push(id);
      else if (outcome !== 'kept') unproven.push(id);
      failuresInARow = 0;
    } catch (error) {
      failure ??= { error };
      failuresInARow += 1;
    }
  }
  return {
    removed: isOurs() ? [...deleted, ...unproven] : deleted,
    failure,
    isNodeAway: failuresInARow >= MAX_FAILURES_IN_A_ROW,
  };
}

/** `kept` when money may still come in by it. A node that cannot delete keeps it as cancelled. */
async function removeOne(
  lightning: RemoveAtNodeDeps['lightning'],
  paymentHash: string,
): Promise<InvoiceDeletion> {
  if (!(await lightning.cancelInvoice(paymentHash))) return 'kept';
  return await lightning.deleteInvoice(paymentHash);
}
