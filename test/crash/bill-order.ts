import type { Load } from './load.ts';
import type { Item, Order } from './order-book.ts';
import type { Wallet } from './wallets.ts';

/** An order to pay an invoice, under a key or without. */
export function billOrder(
  { dice }: Load,
  payer: Wallet,
  invoice: string,
  item: Item,
): Omit<Order, 'answers'> {
  const key = dice.chance(0.5) ? `bill ${item.tag} of ${payer.name}` : null;
  return {
    payer,
    path: '/payments/bolt11',
    body: { invoice },
    key,
    items: [item],
    isRepeatable: true,
  };
}

export const internalItem = (
  load: Load,
  invoice: { readonly wallet: Wallet; readonly amountSat: number; readonly paymentHash: string },
): Item => ({
  tag: load.newTag(),
  amountSat: invoice.amountSat,
  payee: invoice.wallet,
  paymentHash: invoice.paymentHash,
  verdict: 'unknown',
});
