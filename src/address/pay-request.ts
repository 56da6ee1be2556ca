import { hash } from 'node:crypto';
import type { AskedName } from './address-name.ts';

/**
 * The metadata of a payRequest (LUD-06) as JSON text, with its parts in this order: identifier,
 * text, tag. Invoices commit to the hash of exactly these bytes, so all code gets the text from
 * this function.
 */
export function payRequestMetadata(
  { name, tag }: AskedName,
  domain: string,
  displayName: string | null,
): string {
  const identifier = `${name}@${domain}`;
  return JSON.stringify([
    ['text/identifier', identifier],
    ['text/plain', `Sats for ${displayName ?? identifier}`],
    ...(tag === null ? [] : [['text/tag', tag]]),
  ]);
}

/**
 * The description hash of an invoice: SHA-256 of the metadata's bytes (LUD-06), followed by the
 * payer data exactly as it was received (LUD-18).
 */
export const hashMetadata = (metadata: string, payerData: string): string =>
  hash('sha256', metadata + payerData);
