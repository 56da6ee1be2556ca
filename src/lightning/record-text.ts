import { cleanText } from '../base/text.ts';

/**
 * A record as text for display and search, at most `maxLength` UTF-16 units, fit for storage; null
 * when the bytes are not UTF-8. The bytes themselves stay the truth.
 */
export function recordText(bytes: Uint8Array, maxLength: number): string | null {
  try {
    return cleanText(UTF8.decode(bytes), maxLength);
  } catch {
    return null;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
