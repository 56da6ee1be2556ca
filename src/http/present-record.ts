import { assert } from '../base/assert.ts';

/** A list of records, which are JSON texts since they settled: none is read or written again. */
export const presentRecords = (bodies: readonly string[]): string => `[${bodies.join(',')}]`;

/** A record alone also shows where the pictures of its QR code are. */
export function presentSingleRecord(body: string, baseUrl: string): string {
  assert(body.endsWith('}') && body !== '{}', 'a record is a JSON object with fields');
  const picture = `${baseUrl}/qr/${readIdentifier(body)}`;
  const pictures = JSON.stringify({ qr_code_png: `${picture}.png`, qr_code_svg: `${picture}.svg` });
  return `${body.slice(0, -1)},${pictures.slice(1)}`;
}

function readIdentifier(body: string): string {
  const record: unknown = JSON.parse(body);
  assert(typeof record === 'object' && record !== null, 'a record is a JSON object');
  assert('identifier' in record, 'a record has an identifier');
  assert(typeof record.identifier === 'string', 'an identifier is a text');
  return record.identifier;
}
