import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/*
 * A sealed backup, as docs/backups.md specifies it:
 *
 *     "satchel sealed backup 1\n" ‖ salt (32 bytes) ‖ chunk ‖ chunk ‖ … ‖ last chunk
 *
 * Each chunk is 64 KiB of plain text under AES-256-GCM with its tag of 16 bytes behind it; the last
 * one may be shorter, and is empty only in an empty file. The key of a file is derived from the
 * operator's key and the salt, so no key and nonce meet twice. A nonce is the number of its chunk,
 * and whether it is the last one: a file whose chunks are missing, moved or foreign does not open.
 */
export const SEALED_FIRST_LINE = Buffer.from('satchel sealed backup 1\n');
const SALT_BYTES = 32;
const HEADER_BYTES = SEALED_FIRST_LINE.length + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';

export const SEAL_KEY_BYTES = KEY_BYTES;
export const SEAL_SALT_BYTES = SALT_BYTES;

/** The file cannot be opened: it was changed, is incomplete, or belongs to another key. */
export class UnopenedSealError extends Error {
  override readonly name = 'UnopenedSealError';
}

/** Encrypts a file; `salt` must be fresh random bytes for each one. */
export async function* seal(
  plain: AsyncIterable<Buffer>,
  key: Uint8Array,
  salt: Uint8Array,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([SEALED_FIRST_LINE, salt]);
  const fileKey = keyOf(key, salt);
  yield header;
  let number = 0;
  for await (const { chunk, isLast } of cut(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, nonceOf(number, isLast));
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** Decrypts a file, and yields nothing of a chunk before its tag was checked. */
export async function* unseal(
  sealed: AsyncIterable<Buffer>,
  key: Uint8Array,
): AsyncGenerator<Buffer> {
  let header: Buffer | null = null;
  let fileKey: Uint8Array = new Uint8Array();
  let number = 0;
  for await (const { chunk, isLast } of cut(sealed, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
    if (header === null) {
      header = readHeader(chunk, isLast);
      fileKey = keyOf(key, header.subarray(SEALED_FIRST_LINE.length));
      continue;
    }
    const plain = open(chunk, fileKey, nonceOf(number, isLast), header);
    if (plain.length === 0 && number > 0) throw new UnopenedSealError('its last chunk is empty');
    yield plain;
    number += 1;
  }
}

function readHeader(header: Buffer, isLast: boolean): Buffer {
  const isWhole = header.length === HEADER_BYTES && !isLast;
  if (isWhole && header.indexOf(SEALED_FIRST_LINE) === 0) return header;
  throw new UnopenedSealError('it does not begin as a sealed backup does');
}

function open(chunk: Buffer, fileKey: Uint8Array, nonce: Buffer, header: Buffer): Buffer {
  if (chunk.length < TAG_BYTES) throw new UnopenedSealError('it ends before its end');
  const decipher = createDecipheriv(CIPHER, fileKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new UnopenedSealError('it was changed, is incomplete, or was sealed with another key');
  }
}

const keyOf = (key: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'satchel sealed backup 1', KEY_BYTES));

/**
 * Makes the nonce of a chunk: eleven bytes of its number, highest first, then 1 for the last chunk
 * and 0 for all others.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - 7, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

interface Piece {
  readonly chunk: Buffer;
  readonly isLast: boolean;
}

/**
 * Cuts bytes into pieces of one size; the last may be shorter, and the first may have a size of its
 * own. Even without bytes there is one piece.
 */
async function* cut(
  source: AsyncIterable<Buffer>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = firstSize;
  for await (const bytes of source) {
    held.push(bytes);
    heldBytes += bytes.length;
    // One piece is always kept back, as the last one is encrypted differently.
    while (heldBytes > wanted) {
      const all = Buffer.concat(held);
      yield { chunk: all.subarray(0, wanted), isLast: false };
      held = [all.subarray(wanted)];
      heldBytes -= wanted;
      wanted = size;
    }
  }
  yield { chunk: Buffer.concat(held), isLast: true };
}
