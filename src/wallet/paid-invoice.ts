import { readBolt11 } from '../lightning/bolt11-decode.ts';

/** What the record of a payment shows of the invoice that was paid. */
export interface PaidInvoice {
  readonly expirySec: number;
  readonly expiresAt: Date | null;
  readonly firstRouteHintPubkey: string | null;
}

/**
 * The text was decoded before the payment began. Should this version no longer read it, the record
 * shows less; an end that the node has proved is never held up by that.
 */
export function readPaidInvoice(bolt11: string): PaidInvoice {
  const read = readBolt11(bolt11);
  if (!read.ok) return { expirySec: 0, expiresAt: null, firstRouteHintPubkey: null };
  const { timestampSec, expirySec, routeHints } = read.value;
  return {
    expirySec,
    expiresAt: new Date((timestampSec + expirySec) * 1000),
    firstRouteHintPubkey: routeHints[0]?.[0]?.pubkey ?? null,
  };
}
