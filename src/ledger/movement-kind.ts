/**
 * The ways in which money moves over Lightning. Code that depends on the way names each of them, so
 * that a new one cannot be forgotten.
 */
export type MovementKind = 'bolt11' | 'keysend';

/** Whether money of this kind moves by an invoice. */
export function hasInvoice(kind: MovementKind): boolean {
  switch (kind) {
    case 'bolt11':
      return true;
    case 'keysend':
      return false;
  }
}
