import { hash } from 'node:crypto';
import type { IdempotencyClaim } from '../../base/idempotency.ts';
import { MAX_DESCRIPTION_BYTES } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type AmountRefusal, readOptionalAmount } from '../../web/pages/amount-field.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';

/** Lifetimes of an invoice from which people choose. */
export const EXPIRIES_SEC = [900, 3600, 86_400, 604_800] as const;
export const PROPOSED_EXPIRY_SEC = 86_400;

export interface WantedInvoice {
  /** The amount of the invoice; null where the payer chooses it. */
  readonly amountSat: bigint | null;
  readonly memo: string | null;
  readonly expirySec: number;
  /**
   * The idempotency key in a hidden field of the form; null for a form that another program sent
   * without it.
   */
  readonly idempotency: IdempotencyClaim | null;
}

export type WantedRefusal = AmountRefusal | { readonly kind: 'memo_too_long' };

/** Reads the amount that a person typed to receive money, in sats or in the currency of `rate`. */
export function readOrder(
  format: FormatterSet,
  form: RequestValues,
  rate: Rate | null,
): Result<WantedInvoice, WantedRefusal> {
  const amount = readOptionalAmount(format, form, rate);
  if (!amount.ok) return amount;
  const memo = form.text('memo').trim();
  if (Buffer.byteLength(memo) > MAX_DESCRIPTION_BYTES) return refuse({ kind: 'memo_too_long' });
  const typed = Number(form.text('expiry'));
  const expirySec = EXPIRIES_SEC.find((sec) => sec === typed) ?? PROPOSED_EXPIRY_SEC;
  const once = form.text('once');
  return accept({
    amountSat: amount.value,
    memo: memo === '' ? null : memo,
    expirySec,
    idempotency: /^[A-Za-z0-9]{24}$/.test(once)
      ? {
          key: once,
          requestHash: hashOf([form.text('amount'), form.text('unit'), memo, expirySec]),
        }
      : null,
  });
}

// A hash of what was typed and not of the resulting amount, so that a form that is sent twice
// counts as one even while the price moves.
const hashOf = (fields: readonly (string | number)[]): Uint8Array =>
  hash('sha256', `page /receive ${JSON.stringify(fields)}`, 'buffer');
