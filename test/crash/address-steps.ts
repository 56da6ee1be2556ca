import { billOrder, internalItem } from './bill-order.ts';
import type { Load } from './load.ts';
import type { KnownInvoice } from './order-book.ts';
import { payFromExternalNode } from './pay-from-external.ts';

/** What people do who pay the addresses of wallets. What no one pays is soon pruned. */

export async function payAddress(load: Load): Promise<void> {
  const asked = await ask(load);
  if (asked !== null) await payFromExternalNode(load, asked.bolt11, asked.paymentHash);
}

export async function askOnly(load: Load): Promise<void> {
  await ask(load);
}

/** Pays an invoice that was asked for before: many are pruned by now, and cannot be paid. */
export async function payAddressLate(load: Load): Promise<void> {
  const { book, dice } = load;
  const unpaid = [...book.asked.values()]
    .filter(({ paymentHash }) => !book.paidFromExternalNode.has(paymentHash))
    .slice(-30);
  if (unpaid.length === 0) return;
  const { bolt11, paymentHash } = dice.pick(unpaid);
  await payFromExternalNode(load, bolt11, paymentHash);
}

export async function payAddressInternally(load: Load): Promise<void> {
  const asked = await ask(load);
  if (asked !== null) await payInside(load, asked);
}

export async function payAddressInternallyAndExternally(load: Load): Promise<void> {
  const asked = await ask(load);
  if (asked === null) return;
  const external = payFromExternalNode(load, asked.bolt11, asked.paymentHash);
  await Promise.all([payInside(load, asked), external]);
}

async function payInside(load: Load, asked: KnownInvoice): Promise<void> {
  const payer = load.dice.pick(load.wallets);
  await load.send(billOrder(load, payer, asked.bolt11, internalItem(load, asked)));
}

const ask = (load: Load): Promise<KnownInvoice | null> =>
  load.askAddress(load.dice.pick(load.wallets), load.dice.between(1, 3000));
