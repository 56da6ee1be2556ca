import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * A public document that is the same for all callers. Its bytes are made once and shared by all
 * responses, so that slow clients cost no further memory.
 */
export interface PackedDocument {
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly br: Uint8Array;
}

/**
 * The quality of compression. A higher one saves one percent of the reference page's script and
 * takes ten times as long.
 */
const BROTLI_QUALITY = 9;

export async function packDocument(text: string): Promise<PackedDocument> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    plain,
    gzip: await promisify(gzip)(plain),
    br: await promisify(brotliCompress)(plain, { params }),
  };
}

export interface PackedBytes {
  readonly bytes: Uint8Array;
  /** The value of the header Content-Encoding; null for an uncompressed document. */
  readonly encoding: 'br' | 'gzip' | null;
}

/** Chooses the smallest form of a document that the client accepts (RFC 9110, 12.5.3). */
export function choosePacked(
  { plain, gzip: gzipped, br }: PackedDocument,
  acceptEncoding: string | undefined,
): PackedBytes {
  const accepted = readAccepted(acceptEncoding ?? '');
  const accepts = (name: string): boolean => accepted.get(name) ?? accepted.get('*') ?? false;
  if (accepts('br')) return { bytes: br, encoding: 'br' };
  if (accepts('gzip')) return { bytes: gzipped, encoding: 'gzip' };
  return { bytes: plain, encoding: null };
}

/**
 * Reads which codings a client accepts. A weight of zero means "not this one"; other weights are
 * not compared.
 */
function readAccepted(header: string): ReadonlyMap<string, boolean> {
  const entries = header.split(',').map((entry): [string, boolean] => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
  });
  return new Map(entries);
}
