import type { Command } from 'commander';
import { writeOutHidden } from '../base/text.ts';

/** The output of a command: JSON for programs with `--json`, else lines for people. */
export function printAnswer(command: Command, answer: unknown, lines: readonly string[]): void {
  if (wantsJson(command)) printLine(JSON.stringify(answer));
  else for (const line of lines) printLine(line);
}

/** A reader that closes early (`| head`) is no error; further output is discarded. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** One sentence for people on stderr; with `--json` programs get it on stdout as well. */
export function printError(sentence: string, asJson: boolean): void {
  if (asJson) printLine(JSON.stringify({ error: sentence }));
  process.stderr.write(`satchel: ${writeOutHidden(sentence)}\n`);
}

/** Progress of a command, on stderr so that it does not mix with the output. */
export function printProgress(line: string): void {
  process.stderr.write(`${writeOutHidden(line)}\n`);
}

/**
 * One line on stdout. It may contain texts of users, which must neither control the operator's
 * terminal nor look like a line of their own.
 */
export function printLine(line: string): void {
  process.stdout.write(`${writeOutHidden(line)}\n`);
}

/** A multi-line text of ours, unchanged. */
export function printDocument(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Whether a person reads the output. */
export const isTerminal = (): boolean => process.stdout.isTTY;

export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true;
