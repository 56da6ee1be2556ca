import { decodeBolt11 } from '../lightning/bolt11-decode.ts';

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
  const decoded = decodeBolt11(bolt11);
  if (!decoded.ok) return { expirySec: 0, expiresAt: null, firstRouteHintPubkey: null };
  const { timestampSec, expirySec, routeHints } = decoded.value;
  return {
    expirySec,
    expiresAt: toDate(timestampSec + expirySec),
    firstRouteHintPubkey: routeHints[0]?.[0]?.pubkey ?? null,
  };
}

/** An invoice may claim to live beyond what a date can express. */
function toDate(unixSec: number): Date | null {
  const date = new Date(unixSec * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}
