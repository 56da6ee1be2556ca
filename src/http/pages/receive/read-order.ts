import { hash } from 'node:crypto';
import { MAX_DESCRIPTION_BYTES } from '../../../base/limits.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import type { IdempotencyClaim } from '../../../wallet/idempotency.ts';
import type { FigureSet } from '../kit/figures.ts';
import type { RequestValues } from '../kit/request-values.ts';

/** How long an invoice can be paid. */
export const EXPIRIES_SEC = [900, 3600, 86_400, 604_800] as const;
export const PROPOSED_EXPIRY_SEC = 86_400;

export interface WantedInvoice {
  readonly amountSat: bigint;
  readonly memo: string | null;
  readonly expirySec: number;
  /** Null for a form that was not ours. */
  readonly idempotency: IdempotencyClaim | null;
}

export type WantedRefusal = { readonly kind: 'bad_amount' | 'memo_too_long' };

/** What a person typed to receive money. */
export function readOrder(
  { readDigits }: FigureSet,
  form: RequestValues,
): Result<WantedInvoice, WantedRefusal> {
  const digits = readDigits(form.text('amount'));
  if (!/^\d{1,16}$/.test(digits)) return refuse({ kind: 'bad_amount' });
  const memo = form.text('memo').trim();
  if (Buffer.byteLength(memo) > MAX_DESCRIPTION_BYTES) return refuse({ kind: 'memo_too_long' });
  const typed = Number(form.text('expiry'));
  const expirySec = EXPIRIES_SEC.find((sec) => sec === typed) ?? PROPOSED_EXPIRY_SEC;
  const once = form.text('once');
  return accept({
    amountSat: BigInt(digits),
    memo: memo === '' ? null : memo,
    expirySec,
    idempotency: /^[A-Za-z0-9]{24}$/.test(once)
      ? { key: once, requestHash: hashOf([digits, memo, expirySec]) }
      : null,
  });
}

const hashOf = (fields: readonly (string | number)[]): Uint8Array =>
  hash('sha256', `page /receive ${JSON.stringify(fields)}`, 'buffer');
