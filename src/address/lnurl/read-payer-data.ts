import { isJsonWithin } from '../../base/json-size.ts';
import { MAX_JSON_VALUES } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { cleanObject } from '../../base/text.ts';
import { BYTE_ORDER_MARK } from '../../base/utf8.ts';
import { parseJsonBody } from '../../web/json-body.ts';
import { MAX_PAYER_DATA_BYTES, MAX_PAYER_DATA_DEPTH } from '../limits.ts';
import type { PayerData } from '../payer-data.ts';

/**
 * Reads the query parameter `payerdata` of a request for an invoice (LUD-18), which is already
 * decoded; null if it is missing.
 */
export function readPayerData(
  text: string | null,
): Result<PayerData | null, { readonly kind: 'bad_payer_data' }> {
  if (text === null || text === '') return accept(null);
  const bytes = Buffer.from(text);
  // A byte order mark in front of the JSON is refused: decoding the bytes would drop it, but
  // `JSON.parse` throws at a text that begins with one.
  const isUsable =
    bytes.length <= MAX_PAYER_DATA_BYTES &&
    !text.startsWith(BYTE_ORDER_MARK) &&
    isJsonWithin(bytes, { maxDepth: MAX_PAYER_DATA_DEPTH, maxValues: MAX_JSON_VALUES });
  const parsed = isUsable ? parseJsonBody(bytes) : null;
  const value: unknown = parsed === null ? null : JSON.parse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return refuse({ kind: 'bad_payer_data' });
  const shown = cleanObject(value);
  const said = (name: string): string | null => {
    const field = shown[name];
    return typeof field === 'string' ? field : null;
  };
  return accept({ text, shown, name: said('name'), email: said('email'), pubkey: said('pubkey') });
}
