import { hkdfSync } from 'node:crypto';
import { derivedRandom } from '../access/derived-random.ts';
import { bytesToHex } from '../base/hex.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import { newPreimage } from '../lightning/preimage.ts';

/** What is drawn for a payment before it begins. */
export interface DerivedIds {
  readonly paymentId: string;
  readonly identifier: string;
  /** The preimage of a keysend, in hex. */
  readonly preimage: string;
}

/**
 * One request has one set of ids, also in a database that has gone back and does not know it: then
 * a repeated keysend has the hash of the first one, which the node refuses. No one can compute them
 * who knows the event alone.
 *
 * @param key 32 bytes, derived for this purpose: see `deriveKey`.
 * @param request Its time dates the id, so that ids are sorted by time.
 */
export function deriveIds(
  key: Uint8Array,
  { eventId, createdAt }: { readonly eventId: string; readonly createdAt: number },
): DerivedIds {
  const random = derivedRandom(new Uint8Array(hkdfSync('sha256', key, '', eventId, 32)));
  const at = new Date(createdAt * 1000);
  return {
    paymentId: newUuid({ now: () => at }, random),
    identifier: newIdentifier(random, RECORD_IDENTIFIER_LENGTH),
    preimage: bytesToHex(newPreimage(random)),
  };
}
