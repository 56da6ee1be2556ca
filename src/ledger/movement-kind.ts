/**
 * The ways in which money moves over Lightning. Code that tells them apart decides for each of
 * them.
 */
export type MovementKind = 'bolt11' | 'keysend';

/** Whether a movement of money of the kind goes by an invoice. */
export function hasInvoice(kind: MovementKind): boolean {
  switch (kind) {
    case 'bolt11':
      return true;
    case 'keysend':
      return false;
  }
}
