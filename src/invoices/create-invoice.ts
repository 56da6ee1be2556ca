import type { Caller } from '../authorization/caller.ts';
import type { Sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
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
import type { InvoiceStore } from './invoice-store.ts';

export interface CreateInvoiceDeps {
  readonly invoices: InvoiceStore;
  readonly lightning: Pick<LightningNode, 'createInvoice'>;
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
 * Creates an invoice. The row with our own preimage is written before the node hears of it, so that
 * no payment can ever arrive for a hash that we do not know. If the process dies in between, the
 * caller's repeated call with the same idempotency key completes the same invoice.
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

/** An invoice whose BOLT11 text is known. */
export type Payable = Invoice & { readonly bolt11: string };

export const isPayable = (invoice: Invoice): invoice is Payable => invoice.bolt11 !== null;

/**
 * Completes an invoice with the BOLT11 text that the node makes. The node returns the same text
 * when it is asked again with the same preimage, so this can be repeated.
 */
export async function finishInvoice(
  deps: Pick<CreateInvoiceDeps, 'invoices' | 'lightning'>,
  invoice: Invoice,
): Promise<Payable> {
  if (isPayable(invoice)) return invoice;
  const preimage = hexToBytes(invoice.preimage, 32);
  assert(preimage !== null, 'a stored preimage is 32 bytes of hex');
  const { descriptionHash } = invoice;
  const created = await deps.lightning.createInvoice({
    preimage,
    amountMsat: invoice.amountMsat,
    expirySec: invoice.expirySec,
    purpose:
      descriptionHash === null
        ? { kind: 'description', text: invoice.memo ?? '' }
        : { kind: 'hash', descriptionHash },
  });
  assert(created.paymentHash === invoice.paymentHash, 'the node uses the preimage it was given');
  await deps.invoices.setBolt11(invoice.id, created.bolt11);
  return { ...invoice, bolt11: created.bolt11 };
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
    identifier: newIdentifier(deps.random, RECORD_IDENTIFIER_LENGTH),
    userId,
    preimage: bytesToHex(preimage),
    paymentHash: hashPreimage(preimage),
    bolt11: null,
    createdAt,
    expiresAt: new Date(expiresAtSec * 1000),
    settledAt: null,
  };
}
