import type { ClaimedZap, EndedZapAttempt } from '../../address/zap-delivery-store.ts';
import { MAX_ZAP_ATTEMPTS } from '../../base/address-limits.ts';
import { assert } from '../../base/assert.ts';
import { type Backoff, backoffMs } from '../../base/backoff.ts';
import type { Random } from '../../base/random.ts';
import { cleanText, writeOutHidden } from '../../base/text.ts';
import { readEvent } from '../../nostr/event.ts';
import type { ReceiptKeys } from '../../nostr/receipt-keys.ts';
import type { RelayPublisher } from '../../nostr/relay-port.ts';
import { draftZapReceipt } from '../../nostr/zap-receipt.ts';

export interface SendZapReceiptDeps {
  readonly receiptKeys: Pick<ReceiptKeys, 'sign'>;
  readonly relays: RelayPublisher;
  readonly random: Random;
}

/** Four pauses of about 20 seconds, 3, 30 and 60 minutes: some relays are away for a while. */
const PAUSES: Backoff = { firstMs: 20_000, maxMs: 3_600_000 };
const MAX_ERROR_LENGTH = 200;

/**
 * Sends the receipt of a paid zap to one relay. Signed anew for each attempt, it is always the same
 * event, so a relay that has it already takes it for the same.
 */
export async function sendZapReceipt(
  { receiptKeys, relays, random }: SendZapReceiptDeps,
  claim: ClaimedZap,
  signal: AbortSignal,
): Promise<EndedZapAttempt> {
  const read = readEvent(claim.requestText);
  assert(read.ok, 'a stored request is a valid event');
  const draft = draftZapReceipt({
    ...claim,
    request: { event: read.value, text: claim.requestText },
  });
  const receipt = receiptKeys.sign(claim.userId, draft);
  const result = await relays.publish(claim.relay, receipt, signal);
  if (result.kind === 'accepted') {
    return { claim, isAccepted: true, retryAfterMs: null, error: null };
  }
  const isLast = result.kind === 'refused' || claim.attempt >= MAX_ZAP_ATTEMPTS;
  return {
    claim,
    isAccepted: false,
    retryAfterMs: isLast ? null : backoffMs(PAUSES, claim.attempt, random),
    error: cleanText(writeOutHidden(result.reason), MAX_ERROR_LENGTH),
  };
}
