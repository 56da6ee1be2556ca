import { parseEnv } from 'node:util';
import { readUtf8, stripByteOrderMark } from '../base/utf8.ts';
import { ConfigError } from './config-error.ts';

/**
 * Reads names and values from a file `.env` in UTF-8, with or without a byte order mark, and with
 * any line ends. A file in another encoding is a `ConfigError`. So is a line that would be read
 * wrongly, or only in part, so that no setting is silently lost.
 */
export function parseDotEnv(bytes: Uint8Array): Readonly<Record<string, string | undefined>> {
  const text = readUtf8(bytes);
  // NUL characters show that the file is in UTF-16, in which every second byte of ASCII text is 0.
  if (text === null || text.includes('\0')) {
    throw new ConfigError(['the file .env is not in UTF-8 (perhaps UTF-16): save it as UTF-8']);
  }
  const plain = stripByteOrderMark(text);
  const values = parseEnv(plain);
  const problems = plain
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) => findProblem(line, values).map((what) => [index + 1, what] as const));
  if (problems.length > 0) {
    throw new ConfigError(problems.map(([number, what]) => `line ${number} of .env ${what}`));
  }
  return values;
}

/**
 * Matches a line that was meant to set one of this program's names, even if invisible characters
 * precede it.
 */
const OURS = /^[\s\p{C}]*(?:export[\s\p{C}]+)?(SATCHEL_\w+|DATABASE_URL)(?!\w)(.*)$/u;

function findProblem(line: string, values: object): readonly string[] {
  const [, name, rest = ''] = OURS.exec(line) ?? [];
  if (name === undefined) return [];
  if (!Object.hasOwn(parseEnv(line), name)) {
    return [`cannot be read: write ${name}=value, without invisible signs`];
  }
  if (!Object.hasOwn(values, name)) {
    return [`belongs to a value above it whose quote (") does not end`];
  }
  return /^\s*=\s*[^\s"'`#][^#]*(?<!\s)#/.test(rest) || /^\s*=\s*[^\s"'`#]#/.test(rest)
    ? [`has a #, which begins a comment: put the value of ${name} in quotes`]
    : [];
}
