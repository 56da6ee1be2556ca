import { createInterface } from 'node:readline/promises';
import { escapeInvisible } from '../base/text.ts';

/**
 * Questions go to stderr, because stdout is the output of the command and may be redirected to a
 * file.
 */
const { stdin, stderr } = process;

/** Whether a person sees questions and can answer them. */
export const canAsk = (): boolean => stdin.isTTY && stderr.isTTY;

/**
 * Asks for a line and returns what was typed; null when the input was ended instead, as with
 * Ctrl-C.
 */
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

/** Asks a question to which only a clear yes counts as consent. */
export const askYes = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await ask(`${question} [y/N]`)) ?? '');

/**
 * Shows lines (such as a secret) on the terminal's alternate screen until the work ends, so that
 * they do not stay in the terminal's history. Terminals without an alternate screen keep them.
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

/**
 * Switches to the alternate screen of xterm, as `less` does, and moves the cursor to its upper left
 * corner.
 */
const SECOND_SCREEN = '\x1b[?1049h\x1b[2J\x1b[H';
const FIRST_SCREEN = '\x1b[2J\x1b[?1049l';
