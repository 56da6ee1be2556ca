import { unixSeconds } from '../base/wire-time.ts';
import type { NostrDraft } from './event.ts';
import type { ZapRequest } from './zap-request.ts';

export const ZAP_RECEIPT_KIND = 9735;

/** A zap that was paid. */
export interface PaidZap {
  readonly request: ZapRequest;
  readonly bolt11: string;
  readonly preimage: string;
  readonly settledAt: Date;
}

/**
 * Tags that a receipt copies from its request, which say who and what was zapped: without `a`, zaps
 * of articles and products would not be shown.
 */
const COPIED: ReadonlySet<string> = new Set(['p', 'e', 'a']);

/**
 * Drafts the receipt of a zap, which is published (NIP-57, appendix E). Its time is that of the
 * settlement, so the receipt has the same id however often it is made.
 */
export function draftZapReceipt({ request, bolt11, preimage, settledAt }: PaidZap): NostrDraft {
  const { event, text } = request;
  const copied = event.tags.filter(([name = '']) => COPIED.has(name));
  return {
    kind: ZAP_RECEIPT_KIND,
    created_at: unixSeconds(settledAt),
    content: '',
    tags: [
      ...copied,
      ['P', event.pubkey],
      ['bolt11', bolt11],
      ['description', text],
      ['preimage', preimage],
    ],
  };
}
