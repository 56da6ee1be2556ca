import { createInterface } from 'node:readline/promises';
import { escapeInvisible } from '../base/text.ts';

/** Questions are not part of the output, which may go into a file. */
const { stdin, stderr } = process;

/** Whether a person sees questions and can answer them. */
export const canAsk = (): boolean => stdin.isTTY && stderr.isTTY;

/** What a person types into one line; null when they end the input instead, as with Ctrl-C. */
export async function ask(question: string): Promise<string | null> {
  const lines = createInterface({ input: stdin, output: stderr });
  const stopped = new AbortController();
  lines.once('close', () => stopped.abort());
  lines.once('SIGINT', () => lines.close());
  try {
    return (await lines.question(`${question} `, { signal: stopped.signal })).trim();
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    stderr.write('\n');
    return null;
  } finally {
    lines.close();
  }
}

/** Only a clear yes is one. */
export const askYes = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await ask(`${question} [y/N]`)) ?? '');

/**
 * Shows lines until the work ends, and takes them off the screen and out of what it scrolls back
 * to. Terminals without a second screen keep them.
 */
export async function showMeanwhile<T>(
  lines: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const goBack = () => stderr.write(FIRST_SCREEN);
  process.once('exit', goBack);
  stderr.write(SECOND_SCREEN);
  try {
    for (const line of lines) stderr.write(`${escapeInvisible(line)}\n`);
    return await work();
  } finally {
    process.off('exit', goBack);
    goBack();
  }
}

/** The second screen of xterm, as `less` uses it, with the cursor in its first corner. */
const SECOND_SCREEN = '\x1b[?1049h\x1b[2J\x1b[H';
const FIRST_SCREEN = '\x1b[2J\x1b[?1049l';
