import { NodeFault } from '../node-port.ts';

/**
 * Splits a stream of bytes into JSON values, one per line, wherever the chunks were cut. The last
 * line needs no line feed but must be complete. Errors of the JSON parser are not kept as a cause,
 * because they quote the text.
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<unknown> {
  let parts: Uint8Array[] = [];
  let partsBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      partsBytes += part.length;
      if (partsBytes > maxLineBytes) {
        throw new NodeFault(`LND sent a line of more than ${maxLineBytes} bytes`);
      }
      parts.push(part);
      if (end === -1) break;
      if (partsBytes > 0) yield parseLndJson(Buffer.concat(parts).toString());
      parts = [];
      partsBytes = 0;
      start = end + 1;
    }
  }
  if (partsBytes > 0) yield parseLndJson(Buffer.concat(parts).toString());
}

export function parseLndJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NodeFault('LND sent something that is not JSON, or half of it');
  }
}

const LINE_FEED = 0x0a;
