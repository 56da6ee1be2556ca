import { unixSeconds } from '../base/wire-time.ts';
import type { NostrDraft } from './event.ts';
import type { ZapRequest } from './zap-request.ts';

export const ZAP_RECEIPT_KIND = 9735;

/** A zap request whose invoice was paid. */
export interface PaidZap {
  readonly request: ZapRequest;
  readonly bolt11: string;
  readonly preimage: string;
  readonly settledAt: Date;
}

/**
 * Tags that a receipt copies from its request. They say who and what was zapped; without the tag
 * `a`, clients would not show zaps of articles and products.
 */
const COPIED: ReadonlySet<string> = new Set(['p', 'e', 'a']);

/**
 * Drafts the zap receipt that is published (NIP-57, appendix E). It is dated by the settlement, so
 * a receipt that is made again has the same id.
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
