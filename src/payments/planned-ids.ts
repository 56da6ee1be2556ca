import { hkdfSync } from 'node:crypto';
import { derivedRandom } from '../authorization/derived-random.ts';
import type { Clock } from '../base/clock.ts';
import { bytesToHex } from '../base/hex.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { newPreimage } from '../lightning/preimage.ts';

/**
 * The ids that a payment has before it begins: begun again under the same ids, it is one payment.
 */
export interface PlannedIds {
  readonly paymentId: string;
  readonly identifier: string;
  /** The preimage of a keysend in hex. That of an invoice is chosen by its payee. */
  readonly preimage: string;
}

export const drawIds = ({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}): PlannedIds => ({
  paymentId: newUuid(clock, random),
  identifier: newIdentifier(random, RECORD_IDENTIFIER_LENGTH),
  preimage: bytesToHex(newPreimage(random)),
});

/**
 * One order has one set of ids, also in a database that has gone back and does not know it: then a
 * repeated keysend has the hash of the first one, which the node refuses. No one can compute them
 * who knows the order alone.
 *
 * @param key 32 bytes, derived for this purpose: see `deriveKey`.
 * @param order Its time dates the id, so that ids are sorted by time.
 */
export const deriveIds = (
  key: Uint8Array,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): PlannedIds =>
  drawIds({
    clock: { now: () => createdAt },
    random: derivedRandom(new Uint8Array(hkdfSync('sha256', key, '', id, 32))),
  });
