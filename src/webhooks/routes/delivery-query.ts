import { DEFAULT_PAGE_ITEMS } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { QueryTexts } from '../../web/route.ts';
import { DELIVERY_STATES, isDeliveryState } from '../delivery.ts';
import type { DeliveryQuery } from '../delivery-log-store.ts';
import { MAX_DELIVERY_ITEMS } from '../limits.ts';

/**
 * Reads the query of the log of deliveries. Unusable values are refused: this route is new, so no
 * old client relies on their being ignored.
 */
export function readDeliveryQuery(
  endpointId: string,
  query: QueryTexts,
): Result<DeliveryQuery, string> {
  const state = query.get('state') ?? null;
  if (state !== null && !isDeliveryState(state)) {
    return refuse(`state must be one of ${DELIVERY_STATES.join(', ')}`);
  }
  const paymentHash = query.get('payment_hash')?.toLowerCase() ?? null;
  if (paymentHash !== null && !/^[0-9a-f]{64}$/.test(paymentHash)) {
    return refuse('payment_hash must be 64 hexadecimal digits');
  }
  const items = query.get('items') ?? String(DEFAULT_PAGE_ITEMS);
  if (!/^[1-9][0-9]{0,5}$/.test(items)) return refuse('items must be a whole number from 1');
  const limit = Math.min(Number(items), MAX_DELIVERY_ITEMS);
  return accept({ endpointId, state, paymentHash, before: query.get('before') ?? null, limit });
}

/** Reads a time in ISO 8601 with an offset from UTC. Times before 1970 count as 1970. */
export function readIsoTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    return null;
  }
  const ms = Date.parse(text);
  // Times before 1970 become 1970: PostgreSQL has no year 0, and no data of this service is older.
  return Number.isNaN(ms) ? null : new Date(Math.max(0, ms));
}
