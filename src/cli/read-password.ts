import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { stripByteOrderMark } from '../base/utf8.ts';
import { RefusedError } from './refused.ts';

/**
 * Reads a password from the first line of stdin, so that it appears neither in the list of
 * processes nor in the history of the shell. A terminal shows a prompt, and not what is typed.
 */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const asks = stdin.isTTY;
  if (asks) stderr.write('Password: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: asks });
  try {
    for await (const line of lines) return stripByteOrderMark(line);
  } finally {
    lines.close();
    if (asks) stderr.write('\n');
  }
  throw new RefusedError('--password-stdin found no password on the input');
}

/**
 * Takes the password from the option that the command was given, `--password` or
 * `--password-stdin`; null when there is neither.
 */
export async function passwordOf(options: PasswordOptions): Promise<string | null> {
  const { password, passwordStdin } = options;
  if (passwordStdin !== true) return password ?? null;
  if (password !== undefined) {
    throw new RefusedError('use either --password or --password-stdin');
  }
  return await readPassword();
}

export interface PasswordOptions {
  readonly password?: string;
  readonly passwordStdin?: true;
}
