import { assert } from '../base/assert.ts';
import { readIdentifier } from './wallet-record.ts';

/**
 * Presents a list of records as JSON. Records are stored as JSON text when they settle, so they are
 * joined without being parsed.
 */
export const presentRecords = (bodies: readonly string[]): string => `[${bodies.join(',')}]`;

/** Presents a single record, which also has the URLs of its QR codes. */
export function presentSingleRecord(body: string, baseUrl: string): string {
  assert(body.endsWith('}') && body !== '{}', 'a record is a JSON object with fields');
  const picture = `${baseUrl}/qr/${readIdentifier(body)}`;
  const pictures = JSON.stringify({ qr_code_png: `${picture}.png`, qr_code_svg: `${picture}.svg` });
  return `${body.slice(0, -1)},${pictures.slice(1)}`;
}
