/**
 * What a movement of money is made by. Each place that tells kinds apart decides for all of them.
 */
export type MovementKind = 'bolt11' | 'keysend';

/** Whether there is an invoice that was paid. */
export function hasInvoice(kind: MovementKind): boolean {
  switch (kind) {
    case 'bolt11':
      return true;
    case 'keysend':
      return false;
  }
}
