import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { escapeInvisible } from '../base/text.ts';

/** Prints the answer of a command: JSON for programs with `--json`, else lines for people. */
export function printAnswer(command: Command, answer: unknown, lines: readonly string[]): void {
  if (wantsJson(command)) printLine(JSON.stringify(answer));
  else for (const line of lines) printLine(line);
}

/** Ends the command quietly when its reader closes early (`| head`), which is no error. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Prints one sentence for people on stderr; with `--json` programs get it on stdout as well. */
export function printError(sentence: string, asJson: boolean): void {
  if (asJson) printLine(JSON.stringify({ error: sentence }));
  process.stderr.write(`satchel: ${escapeInvisible(sentence)}\n`);
}

/** Prints progress of a command on stderr, so that it does not mix with the output. */
export function printProgress(line: string): void {
  process.stderr.write(`${escapeInvisible(line)}\n`);
}

/**
 * Prints one line on stdout. It may contain texts of users, which must neither control the
 * operator's terminal nor look like a separate line.
 */
export function printLine(line: string): void {
  process.stdout.write(`${escapeInvisible(line)}\n`);
}

/** Prints a text of several lines that this program has written itself, unchanged. */
export function printDocument(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/**
 * Prints a long text, no faster than its reader takes it. On a terminal, control characters are
 * escaped line by line, as the text may contain texts of users.
 */
export async function printParts(parts: AsyncGenerator<string, void>): Promise<void> {
  try {
    const shown = isTerminal() ? forTerminal(parts) : parts;
    await pipeline(Readable.from(shown), process.stdout, { end: false });
  } catch (error) {
    // Writing fails when the reader of the output (such as `head`) has closed early, which is no
    // error.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* forTerminal(parts: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  for await (const part of parts) {
    yield part.split(/\r?\n/).map(escapeInvisible).join('\n');
  }
}

/** Whether a person reads the output. */
export const isTerminal = (): boolean => process.stdout.isTTY;

export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true;
