import type { Load } from './load.ts';

export async function payFromOutside(
  { book, outside }: Pick<Load, 'book' | 'outside'>,
  bolt11: string,
  paymentHash: string,
): Promise<void> {
  const paid = await outside.pay({ bolt11 });
  if (paid.ok) book.paidFromOutside.add(paymentHash);
}
