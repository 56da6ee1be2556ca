import { hkdfSync } from 'node:crypto';
import { derivedRandom } from '../authorization/derived-random.ts';
import type { Clock } from '../base/clock.ts';
import { bytesToHex } from '../base/hex.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { newPreimage } from '../lightning/preimage.ts';

/**
 * The ids of a payment, chosen before it begins. A second start with the same ids is the same
 * payment.
 */
export interface PlannedIds {
  readonly paymentId: string;
  readonly identifier: string;
  /** The preimage of a keysend, in hex. For an invoice, the payee chooses the preimage. */
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
 * Derives the ids of an order, which are always the same for one order. If the database is restored
 * to an earlier state and has forgotten the order, a repeated keysend therefore has the hash of the
 * first one, and the node refuses it. Someone who knows only the order cannot compute its ids.
 *
 * @param key 32 bytes, derived for this purpose: see `deriveKey`.
 * @param order The ids contain its time, so that they sort by time.
 */
export const deriveIds = (
  key: Uint8Array,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): PlannedIds =>
  drawIds({
    clock: { now: () => createdAt },
    random: derivedRandom(new Uint8Array(hkdfSync('sha256', key, '', id, 32))),
  });
