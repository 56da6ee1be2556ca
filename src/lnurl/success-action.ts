import { createDecipheriv } from 'node:crypto';
import { hexToBytes } from '../base/hex.ts';
import { MAX_CIPHERTEXT_LENGTH, MAX_SUCCESS_TEXT_LENGTH } from '../base/lnurl-limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { BadAnswer } from './lnurl-refusals.ts';
import { type OutboundRules, readOutboundUrl } from './outbound-url.ts';
import { asObject, asShown, asText, type JsonObject } from './read-json.ts';

/** What a payee wants to be shown after the payment (LUD-09, LUD-10). It is stored as JSON. */
export type SuccessAction =
  | { readonly tag: 'message'; readonly message: string }
  | { readonly tag: 'url'; readonly description: string; readonly url: string }
  | {
      readonly tag: 'aes';
      readonly description: string;
      readonly ciphertext: string;
      readonly iv: string;
    };

/** The same as plain text; never markup. */
export interface ShownSuccess {
  readonly text: string;
  /** https, at the host of the payee's callback; to be followed by a person only. */
  readonly url: string | null;
  /** What was encrypted; null also when it cannot be decrypted. */
  readonly secret: string | null;
}

/** An unknown tag is a reason not to pay (LUD-09). Null: there is none. */
export function readSuccessAction(
  value: unknown,
  callback: string,
  rules: OutboundRules,
): Result<SuccessAction | null, BadAnswer> {
  if (value === undefined || value === null) return accept(null);
  const action = asObject(value);
  if (action === null) return refuse('bad_success_action');
  switch (action.tag) {
    case 'message':
      return readMessage(action);
    case 'url':
      return readUrl(action, callback, rules);
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

function readUrl(action: JsonObject, callback: string, rules: OutboundRules): Read {
  const read = readOutboundUrl(asText(action.url) ?? '', rules);
  if (!read.ok) return refuse('bad_success_action');
  const url = read.value;
  if (url.host !== new URL(callback).host) return refuse('foreign_success_url');
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
  return text === null ? null : asShown(text, MAX_SUCCESS_TEXT_LENGTH);
};

/** Anything else could not be decrypted, and NUL or half an emoji could not even be stored. */
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/_-]*={0,2}$/.test(text);

/** 16 bytes in base64 (LUD-10). */
const IV_LENGTH = 24;

/** The preimage (hex) is the key to what is encrypted: nothing can be shown before it is known. */
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

/** AES-256-CBC with PKCS #7 padding, UTF-8 inside (LUD-10). */
function decrypt(
  { ciphertext, iv }: Extract<SuccessAction, { tag: 'aes' }>,
  preimage: string,
): string | null {
  const key = hexToBytes(preimage, 32);
  if (key === null) return null;
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'));
    const plain = [decipher.update(Buffer.from(ciphertext, 'base64')), decipher.final()];
    return asShown(utf8.decode(Buffer.concat(plain)), MAX_CIPHERTEXT_LENGTH);
  } catch {
    // Wrong padding, a wrong length or no text: the payment has settled all the same.
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
