/**
 * Decodes UTF-8; null when the bytes are not UTF-8. A byte order mark is kept as a part of the
 * text.
 */
export function readUtf8(bytes: Uint8Array): string | null {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null;
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const BYTE_ORDER_MARK = '\uFEFF';

/** Removes the byte order mark with which some editors and shells begin a text. */
export const stripByteOrderMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
