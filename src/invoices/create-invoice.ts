import type { Caller } from '../authorization/caller.ts';
import type { Sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { unixSeconds } from '../base/wire-time.ts';
import type { Invoice } from '../ledger/invoice.ts';
import type { CreateInvoiceRefusal } from '../ledger/wallet-refusals.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { hashPreimage, newPreimage } from '../lightning/preimage.ts';
import { type CheckedOrder, checkInvoiceOrder, type InvoiceOrder } from './invoice-order.ts';
import type { InvoiceOrigin, InvoiceStore } from './invoice-store.ts';
import type { RecentInvoices } from './recent-invoices.ts';

export interface CreateInvoiceDeps {
  readonly invoices: InvoiceStore;
  readonly recentInvoices: RecentInvoices;
  readonly lightning: Pick<LightningNode, 'createInvoice' | 'cancelInvoice'>;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly config: { readonly amountMaxSat: Sat };
}

export interface CreateInvoiceInput {
  readonly caller: Caller;
  readonly order: InvoiceOrder;
  readonly idempotency: IdempotencyClaim | null;
}

/**
 * Creates an invoice. No one is told its text before it is stored for good, so no payment can
 * arrive for a hash that we do not know.
 *
 * With an idempotency key, the row with our own preimage is written before the node hears of it. If
 * the process dies in between, the caller's repeated call completes the same invoice. Without a
 * key, a repeat makes another invoice anyway, so the node makes the invoice first, and one write
 * stores it whole. If the process dies in between, the node keeps an invoice that no one was told
 * of, until it expires.
 */
export async function createInvoice(
  deps: CreateInvoiceDeps,
  { caller, order, idempotency }: CreateInvoiceInput,
): Promise<Result<Invoice, CreateInvoiceRefusal>> {
  const checked = checkInvoiceOrder(order, deps.config);
  if (!checked.ok) return checked;
  const invoice = newInvoice(deps, caller.userId, checked.value);
  const { grantId, scopes } = caller;
  const seesBalance = scopes.has('balance:read');
  const origin = { grantId, nodePubkey: deps.node.pubkey, seesBalance };
  if (idempotency === null) {
    const created = await createWhole(deps, invoice, origin);
    if (created !== 'row_first') return created;
  }
  const outcome = await deps.invoices.insertInvoice(invoice, origin, idempotency);
  switch (outcome.kind) {
    case 'inserted':
      return accept(await finishInvoice(deps, invoice));
    case 'repeated':
      return accept(await finishInvoice(deps, await readTarget(deps, outcome.target)));
    case 'too_many_open_invoices':
    case 'too_many_new_invoices':
    case 'storage_used_up':
    case 'balance_limit_exceeded':
    case 'idempotency_mismatch':
      return refuse(outcome);
  }
}

/**
 * Has the node make an invoice that the limits of its user admit, and then writes it. Whether the
 * balance has room is known only as it is written. If it has none, the invoice is cancelled at the
 * node as well as can be, as no one has its text.
 */
async function createWhole(
  deps: CreateInvoiceDeps,
  invoice: Invoice,
  origin: InvoiceOrigin,
): Promise<Result<Payable, CreateInvoiceRefusal> | 'row_first'> {
  const { invoices, lightning } = deps;
  const admission = await invoices.admitInvoice(invoice, origin);
  if (admission.kind === 'row_first') return 'row_first';
  if (admission.kind !== 'admitted') return refuse(admission);
  try {
    const payable = { ...invoice, bolt11: await makeAtNode(lightning, invoice) };
    const outcome = await invoices.insertPayable(payable, origin);
    if (outcome.kind === 'inserted') {
      deps.recentInvoices.add(payable);
      return accept(payable);
    }
    await lightning.cancelInvoice(invoice.paymentHash, 'give_back').catch(() => undefined);
    return refuse(outcome);
  } finally {
    admission.release();
  }
}

/** An invoice whose BOLT11 text is known. */
export type Payable = Invoice & { readonly bolt11: string };

export const isPayable = (invoice: Invoice): invoice is Payable => invoice.bolt11 !== null;

/**
 * Completes an invoice with the BOLT11 text that the node makes. The node returns the same text
 * when it is asked again with the same preimage, so this can be repeated.
 */
export async function finishInvoice(
  deps: {
    readonly invoices: Pick<InvoiceStore, 'setBolt11'>;
    readonly lightning: Pick<LightningNode, 'createInvoice'>;
  },
  invoice: Invoice,
): Promise<Payable> {
  if (isPayable(invoice)) return invoice;
  const bolt11 = await makeAtNode(deps.lightning, invoice);
  await deps.invoices.setBolt11(invoice.id, bolt11);
  return { ...invoice, bolt11 };
}

/** Has the node make an invoice with our preimage, and returns its BOLT11 text. */
async function makeAtNode(
  lightning: Pick<LightningNode, 'createInvoice'>,
  invoice: Invoice,
): Promise<string> {
  const preimage = hexToBytes(invoice.preimage, 32);
  assert(preimage !== null, 'a stored preimage is 32 bytes of hex');
  const { descriptionHash } = invoice;
  const created = await lightning.createInvoice({
    preimage,
    amountMsat: invoice.amountMsat,
    expirySec: invoice.expirySec,
    purpose:
      descriptionHash === null
        ? { kind: 'description', text: invoice.memo ?? '' }
        : { kind: 'hash', descriptionHash },
  });
  assert(created.paymentHash === invoice.paymentHash, 'the node uses the preimage it was given');
  return created.bolt11;
}

async function readTarget(deps: CreateInvoiceDeps, target: IdempotencyTarget): Promise<Invoice> {
  // An idempotency key is bound to a hash that covers the path of the call, so a key that was used
  // for another kind of call was refused before this point.
  assert(target.kind === 'invoice', 'a repeated creation finds an invoice');
  const invoice = await deps.invoices.findInvoice(target.id);
  if (invoice === null) throw new RowGone('the invoice is not in the database any more');
  return invoice;
}

/** An invoice that is not stored yet, with a new preimage. */
export function newInvoice(
  deps: Pick<CreateInvoiceDeps, 'clock' | 'random'>,
  userId: string,
  order: CheckedOrder,
): Invoice {
  const preimage = newPreimage(deps.random);
  const createdAt = deps.clock.now();
  // BOLT 11 states times in whole seconds, so the expiry counts from the second of the creation.
  const expiresAtSec = unixSeconds(createdAt) + order.expirySec;
  return {
    ...order,
    id: newUuid(deps.clock, deps.random),
    identifier: newRecordIdentifier(deps.clock, deps.random),
    userId,
    preimage: bytesToHex(preimage),
    paymentHash: hashPreimage(preimage),
    bolt11: null,
    createdAt,
    expiresAt: new Date(expiresAtSec * 1000),
    settledAt: null,
  };
}
