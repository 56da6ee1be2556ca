/** How money moves. Places that tell kinds apart decide for each of them. */
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
