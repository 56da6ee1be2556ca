import { RefusedError } from './refused.ts';

/**
 * Reads all of stdin, at most `maxBytes`, such as a secret that is given by `<` or a pipe. On a
 * terminal nothing is given, and the command is refused with `missing`.
 */
export async function readInput(maxBytes: number, missing: string): Promise<Uint8Array> {
  const { stdin } = process;
  if (stdin.isTTY) throw new RefusedError(missing);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RefusedError(`the input is longer than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}
