import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../base/random.ts';
import { removeSuffix } from '../base/text.ts';
import { readUtf8 } from '../base/utf8.ts';

/**
 * Encrypts in the older way (NIP-04): AES-256-CBC with the x coordinate of the shared point as key,
 * and `<base64>?iv=<base64>` as its form. Only the signature of the event around it proves that the
 * text is unchanged, so error messages must not tell what was wrong with a text.
 *
 * @param shared See `sharedPoint`.
 */
export function encryptNip04(text: string, shared: Uint8Array, random: Random): string {
  const iv = random.bytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, shared, iv);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${bytes.toString('base64')}${MARK}${Buffer.from(iv).toString('base64')}`;
}

/** Decrypts NIP-04; null if anything is wrong with the text. It never throws. */
export function decryptNip04(content: string, shared: Uint8Array): string | null {
  const [text = '', ivText = '', ...more] = content.split(MARK, 3);
  if (text.length > MAX_TEXT_LENGTH || more.length > 0) return null;
  const [bytes, iv] = [readBase64(text), readBase64(ivText)];
  if (bytes === null || iv === null || iv.length !== IV_BYTES) return null;
  try {
    const cipher = createDecipheriv(ALGORITHM, shared, iv);
    return readUtf8(Buffer.concat([cipher.update(bytes), cipher.final()]));
  } catch {
    // The text has a wrong length or padding, so it cannot be decrypted.
    return null;
  }
}

/** Whether a text has the form of NIP-04, which NIP-44 never has. */
export const looksLikeNip04 = (content: string): boolean => content.includes(MARK);

/**
 * Reads base64, with or without the padding `=`; null for other texts. Node.js would silently skip
 * characters that are not base64.
 */
function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const written = bytes.toString('base64');
  return text === written || text === removeSuffix(written, '=') ? bytes : null;
}

const ALGORITHM = 'aes-256-cbc';
const MARK = '?iv=';
const IV_BYTES = 16;
/** The greatest length of an encrypted text. No event that is accepted contains a longer one. */
const MAX_TEXT_LENGTH = 131_072;
