import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { bytesEqual, hexToBytes } from '../base/hex.ts';
import { hexProblem } from './go-text.ts';

/**
 * Makes a macaroon with all permissions, in binary format 2: location, identifier, no caveats,
 * signature. Its root key is derived from the seed of the network, so the macaroon stays the same.
 */
export function adminMacaroon(seedHex: string, nodeName: string): Uint8Array {
  const rootKey = createHmac('sha256', Buffer.from(seedHex, 'hex'))
    .update(`macaroon/${nodeName}`)
    .digest();
  const identifier = createHmac('sha256', rootKey).update('identifier').digest();
  const derivedKey = createHmac('sha256', 'macaroons-key-generator').update(rootKey).digest();
  const signature = createHmac('sha256', derivedKey).update(identifier).digest();
  return Buffer.concat([
    Buffer.from([2]),
    packet(FIELD_LOCATION, Buffer.from('lnd')),
    packet(FIELD_IDENTIFIER, identifier),
    Buffer.from([END_OF_SECTION, END_OF_SECTION]),
    packet(FIELD_SIGNATURE, signature),
  ]);
}

const END_OF_SECTION = 0;
const FIELD_LOCATION = 1;
const FIELD_IDENTIFIER = 2;
const FIELD_SIGNATURE = 6;

const packet = (field: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([field, data.length]), data]);

/** LND's error for a request without the right macaroon; null when the macaroon is right. */
export function macaroonProblem(expected: Uint8Array, headers: IncomingHttpHeaders): string | null {
  const given = headers['grpc-metadata-macaroon'];
  if (given === undefined || given === '') return 'expected 1 macaroon, got 0';
  if (typeof given !== 'string') return `expected 1 macaroon, got ${given.length}`;
  const bytes = hexToBytes(given);
  if (bytes === null) return hexProblem(given);
  if (bytesEqual(bytes, expected)) return null;
  if (!hasMacaroonShape(bytes)) return 'cannot determine data format of binary-encoded macaroon';
  return 'verification failed: signature mismatch after caveat verification';
}

/**
 * Whether bytes look like a macaroon. Format 2 starts with its number and the first field, format 1
 * with a length in hex.
 */
const hasMacaroonShape = (bytes: Uint8Array): boolean =>
  (bytes[0] === 2 && bytes.length > 40) ||
  /^[0-9a-f]{4}/.test(String.fromCharCode(...bytes.slice(0, 4)));
