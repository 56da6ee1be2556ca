import { createDecipheriv } from 'node:crypto';
import { hexToBytes } from '../base/hex.ts';
import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_CIPHERTEXT_LENGTH, MAX_SUCCESS_TEXT_LENGTH } from './limits.ts';
import type { BadAnswer } from './lnurl-refusals.ts';
import { asDisplayText, asObject, asText, type JsonObject } from './read-json.ts';

/**
 * A message, link or secret that a payee wants to be shown after the payment (LUD-09, LUD-10), in
 * the form in which it is stored as JSON.
 */
export type SuccessAction =
  | { readonly tag: 'message'; readonly message: string }
  | { readonly tag: 'url'; readonly description: string; readonly url: string }
  | {
      readonly tag: 'aes';
      readonly description: string;
      readonly ciphertext: string;
      readonly iv: string;
    };

/** What a success action shows, as plain text and never as markup. */
export interface ShownSuccess {
  readonly text: string;
  /** A URL at the host of the payee's callback. People may open it, but no program does. */
  readonly url: string | null;
  /** The decrypted text; null when there is none, or when it cannot be decrypted. */
  readonly secret: string | null;
}

/**
 * Reads a success action; null when there is none. An unknown tag is a reason not to pay (LUD-09).
 */
export function readSuccessAction(
  value: unknown,
  callback: string,
): Result<SuccessAction | null, BadAnswer> {
  if (value === undefined || value === null) return accept(null);
  const action = asObject(value);
  if (action === null) return refuse('bad_success_action');
  switch (action.tag) {
    case 'message':
      return readMessage(action);
    case 'url':
      return readUrl(action, callback);
    case 'aes':
      return readAes(action);
    default:
      return refuse('unknown_success_action');
  }
}

type Read = Result<SuccessAction, BadAnswer>;

function readMessage(action: JsonObject): Read {
  const message = shown(action.message);
  return message === null ? refuse('bad_success_action') : accept({ tag: 'message', message });
}

/**
 * Reads a link that a person may open. Everything that a browser accepts is allowed: a fragment,
 * spaces, other letters (the URL class writes them as %20 and so on). Its domain must be that of
 * the callback (LUD-09).
 */
function readUrl(action: JsonObject, callback: string): Read {
  const text = (asText(action.url) ?? '').trim();
  const url = /[\\\p{Cc}\p{Cf}]/u.test(text) ? null : URL.parse(text);
  if (url === null || url.href.length > MAX_ADDRESS_LENGTH) return refuse('bad_success_action');
  const { host, protocol } = new URL(callback);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && protocol === 'http:');
  if (!isSafe || url.username !== '' || url.password !== '') return refuse('bad_success_action');
  if (url.host !== host) return refuse('foreign_success_url');
  return accept({ tag: 'url', description: shown(action.description) ?? '', url: url.href });
}

function readAes(action: JsonObject): Read {
  const [ciphertext, iv] = [asText(action.ciphertext), asText(action.iv)];
  if (ciphertext === null || ciphertext.length > MAX_CIPHERTEXT_LENGTH || !isBase64(ciphertext)) {
    return refuse('bad_success_action');
  }
  if (iv?.length !== IV_LENGTH || !isBase64(iv)) return refuse('bad_success_action');
  const description = shown(action.description) ?? '';
  return accept({ tag: 'aes', description, ciphertext, iv });
}

const shown = (value: unknown): string | null => {
  const text = asText(value);
  return text === null ? null : asDisplayText(text, MAX_SUCCESS_TEXT_LENGTH);
};

/**
 * Whether a text is base64. Any other text could not be decrypted, and some texts, such as those
 * with NUL, could not even be stored.
 */
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/_-]*={0,2}$/.test(text);

/** The length of the initialisation vector: 16 bytes in base64 (LUD-10). */
const IV_LENGTH = 24;

/**
 * Shows a success action. An encrypted one needs the preimage (in hex) as its key, so it cannot be
 * shown before the payment has settled.
 */
export function showSuccess(action: SuccessAction, preimage: string): ShownSuccess {
  switch (action.tag) {
    case 'message':
      return { text: action.message, url: null, secret: null };
    case 'url':
      return { text: action.description, url: action.url, secret: null };
    case 'aes':
      return { text: action.description, url: null, secret: decrypt(action, preimage) };
  }
}

/** Decrypts AES-256-CBC with PKCS #7 padding and UTF-8 inside (LUD-10). */
function decrypt(
  { ciphertext, iv }: Extract<SuccessAction, { tag: 'aes' }>,
  preimage: string,
): string | null {
  const key = hexToBytes(preimage, 32);
  if (key === null) return null;
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'));
    const plain = [decipher.update(Buffer.from(ciphertext, 'base64')), decipher.final()];
    return asDisplayText(utf8.decode(Buffer.concat(plain)), MAX_CIPHERTEXT_LENGTH);
  } catch {
    // The message cannot be decrypted, because its padding, its length or its encoding is wrong.
    // The payment has settled nevertheless.
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
