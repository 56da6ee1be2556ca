import type { Load } from './load.ts';

export async function payFromExternalNode(
  { book, simulator }: Pick<Load, 'book' | 'simulator'>,
  bolt11: string,
  paymentHash: string,
): Promise<void> {
  const paid = await simulator.pay({ bolt11 });
  if (paid.ok) book.paidFromExternalNode.add(paymentHash);
}
