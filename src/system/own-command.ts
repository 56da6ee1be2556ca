import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin', 'satchel.js');
const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/**
 * The command by which a shell in the folder `from` runs this program, which may be a clone or an
 * installed package.
 */
export function ownCommand(from: string, program: string = PROGRAM): string {
  const inside = relative(from, program);
  const path = inside.startsWith('..') || isAbsolute(inside) ? program : inside;
  return `node ${NEEDS_NO_QUOTES.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;
}
