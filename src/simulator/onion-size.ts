import type { PaymentOrder, Route } from './network-state.ts';
import { bigSize, encodeRecords } from './tlv.ts';

/** The space for the payloads of all hops in an onion (BOLT 4). */
const ONION_BYTES = 1300;
const HMAC_BYTES = 32;

/**
 * Whether a route fits into an onion. Large custom records leave less space for the route, and LND
 * then finds no route.
 */
export function fitsOnion(route: Route, order: PaymentOrder): boolean {
  let total = 0;
  for (const [index, hop] of route.hops.entries()) {
    const isLast = index === route.hops.length - 1;
    // Every payload has records 2 (amount) and 4 (CLTV), followed by record 6 (channel) or the
    // records for the payee.
    const common =
      2 + numberBytes(hop.amtToForwardMsat) + 2 + numberBytes(BigInt(hop.expiryHeight));
    const payload = common + (isLast ? payeeBytes(order) : 2 + 8);
    total += bigSize(BigInt(payload)).length + payload + HMAC_BYTES;
  }
  return total <= ONION_BYTES;
}

function payeeBytes(order: PaymentOrder): number {
  const mpp = order.paymentAddr === null ? 0 : 2 + 32 + numberBytes(order.valueMsat);
  return mpp + encodeRecords(order.customRecords).length;
}

/** The length of a truncated integer (BOLT 1), which has no leading zero bytes. */
const numberBytes = (value: bigint): number => Math.ceil(value.toString(16).length / 2);
