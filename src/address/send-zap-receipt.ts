import { assert } from '../base/assert.ts';
import { backoffMs } from '../base/backoff.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { Random } from '../base/random.ts';
import { cleanText, escapeInvisible } from '../base/text.ts';
import { readEvent } from '../nostr/event.ts';
import type { ReceiptKeys } from '../nostr/receipt-keys.ts';
import type { RelayPublisher } from '../nostr/relay-port.ts';
import { zapTextOf } from '../nostr/zap-metadata.ts';
import { draftZapReceipt } from '../nostr/zap-receipt.ts';
import type { ClaimedZap, EndedZapAttempt } from './zap-delivery-store.ts';

export interface SendZapReceiptDeps {
  readonly receiptKeys: Pick<ReceiptKeys, 'sign'>;
  readonly relays: RelayPublisher;
  readonly random: Random;
}

/**
 * Pauses after failed attempts to send a zap receipt; after the last one it is given up. The later
 * pauses are long because some relays are away for hours.
 */
const PAUSES_MS = [20_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];
export const MAX_ZAP_ATTEMPTS = PAUSES_MS.length + 1;
const MAX_ERROR_LENGTH = 200;

/**
 * Sends the receipt of a paid zap to one relay. The receipt is signed again for each attempt but
 * remains the same event, so a relay that already has it recognises it.
 */
export async function sendZapReceipt(
  { receiptKeys, relays, random }: SendZapReceiptDeps,
  claim: ClaimedZap,
  signal: AbortSignal,
): Promise<EndedZapAttempt> {
  const text = zapTextOf(claim.metadataJson);
  const read = readEvent(text);
  assert(read.ok, 'a stored request is a valid event');
  const draft = draftZapReceipt({ ...claim, request: { event: read.value, text } });
  const receipt = receiptKeys.sign(claim.userId, draft);
  const result = await relays.publish(claim.relay, receipt, signal);
  if (result.kind === 'accepted') {
    return { claim, isAccepted: true, retryAfterMs: null, error: null };
  }
  return {
    claim,
    isAccepted: false,
    retryAfterMs: result.kind === 'refused' ? null : pauseMs(claim.attempt, random),
    error: cleanText(escapeInvisible(result.reason), MAX_ERROR_LENGTH),
  };
}

function pauseMs(attempt: number, random: Random): number | null {
  const maxMs = PAUSES_MS[attempt - 1];
  return maxMs === undefined ? null : Math.round(backoffMs({ firstMs: maxMs, maxMs }, 1, random));
}
