import type { Command } from 'commander';
import { writeOutHidden } from '../base/text.ts';

/** The answer of a command: JSON for programs with `--json`, lines for people without. */
export function printAnswer(command: Command, answer: unknown, lines: readonly string[]): void {
  if (wantsJson(command)) printLine(JSON.stringify(answer));
  else for (const line of lines) printLine(line);
}

/** A reader that has seen enough (`| head`) is no error; whatever else is printed goes nowhere. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** One sentence for people on the error output; programs find it in the output as well. */
export function printError(sentence: string, asJson: boolean): void {
  if (asJson) printLine(JSON.stringify({ error: sentence }));
  process.stderr.write(`satchel: ${writeOutHidden(sentence)}\n`);
}

/** News while a command works: beside its answer, not in it. */
export function printProgress(line: string): void {
  process.stderr.write(`${writeOutHidden(line)}\n`);
}

/**
 * One line on the output, also where it holds the words of users: a name of theirs must neither
 * command the operator's terminal nor look like a line of its own.
 */
export function printLine(line: string): void {
  process.stdout.write(`${writeOutHidden(line)}\n`);
}

/** A text of ours of several lines, as it is. */
export function printDocument(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Whether a person reads what is printed. */
export const isTerminal = (): boolean => process.stdout.isTTY;

export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true;
