export interface JsonBounds {
  readonly maxDepth: number;
  /**
   * The most values that a JSON text may contain. Members of objects, items of arrays, and the
   * objects and arrays themselves all count, as parsing creates each.
   */
  readonly maxValues: number;
}

/**
 * Whether a text is small enough to be parsed as JSON, found in one pass over its bytes (UTF-8):
 * parsing a quarter of a megabyte of `[1,1,…]` takes as long as thousands of calls. It does not
 * check that the text is JSON.
 */
export function isJsonWithin(bytes: Uint8Array, { maxDepth, maxValues }: JsonBounds): boolean {
  let [depth, values, isInText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) {
      isInText = true;
    } else if (byte === COMMA || byte === COLON) {
      values += 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
    }
    if (values > maxValues || depth > maxDepth) return false;
  }
  return true;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
