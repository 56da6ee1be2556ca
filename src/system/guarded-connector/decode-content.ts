import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/**
 * Headers that ask for an answer without compression: without them, servers may choose any (RFC
 * 9110, 12.5.3).
 */
export const PLAIN_ANSWERS = { 'accept-encoding': 'identity' } as const;

/**
 * Undoes the compression of an answer (RFC 9110, 8.4.1), which some servers apply whatever they are
 * asked for. Decompressing stops once the result exceeds `maxBytes`. Null if the coding is unknown
 * or broken, or if there are several codings.
 */
export function decodeContent(
  bytes: Uint8Array,
  coding: string | string[] | undefined,
  maxBytes: number,
): Uint8Array | 'too_large' | null {
  if (coding === undefined || coding === '') return bytes;
  const name = String(coding).trim().toLowerCase();
  if (name === 'identity') return bytes;
  const decode = DECODERS.get(name);
  if (decode === undefined) return null;
  try {
    return decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    return error instanceof RangeError ? 'too_large' : null;
  }
}

/** A body as it was received, with what its headers say about its coding. */
export interface CodedBody {
  readonly headers: { readonly 'content-encoding'?: string | string[] | undefined };
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads a whole answer and decompresses it, and ends the connection once it exceeds `maxBytes`. */
export async function readContent(
  { headers, body }: CodedBody,
  maxBytes: number,
): Promise<Uint8Array | 'too_large' | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop over a body's chunks early also ends the connection.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return 'too_large';
    chunks.push(chunk);
  }
  return decodeContent(Buffer.concat(chunks), headers['content-encoding'], maxBytes);
}

type Decode = (bytes: Uint8Array, bound: { readonly maxOutputLength: number }) => Uint8Array;

/**
 * Decompresses `deflate`, which means the zlib format; some servers send the raw deflate data
 * without it.
 */
function inflate(bytes: Uint8Array, bound: { readonly maxOutputLength: number }): Uint8Array {
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === DEFLATE_IN_ZLIB;
  return isZlib ? inflateSync(bytes, bound) : inflateRawSync(bytes, bound);
}

/** The number of the compression method in the first byte of a zlib stream (RFC 1950, 2.2). */
const DEFLATE_IN_ZLIB = 8;

const DECODERS = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
]);
