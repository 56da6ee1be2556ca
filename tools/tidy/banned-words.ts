import { type Finding, lineAt } from './finding.ts';
import type { SourceFile } from './source-files.ts';

interface Ban {
  readonly pattern: RegExp;
  readonly message: string;
  /** The part of a file in which the pattern is searched. */
  readonly part: 'code' | 'comments' | 'text';
  readonly where: RegExp;
  readonly except?: RegExp;
}

const SOURCE = /^src\//;
const EVERYWHERE = /./;
const CLOCKS = /^src\/(system\/system-clock|simulator\/system)\.ts$/;
const RANDOM = /^src\/(system\/system-random|simulator\/system)\.ts$/;

const inSource = (pattern: RegExp, message: string, except?: RegExp): Ban => ({
  pattern,
  message,
  part: 'code',
  where: SOURCE,
  ...(except !== undefined && { except }),
});

const BANS: readonly Ban[] = [
  inSource(/\bDate\.now\b|\bnew Date\(\)/, 'ask the clock: clock.now()', CLOCKS),
  inSource(/\bperformance\.now\b/, 'ask the clock: clock.monotonicMs()', CLOCKS),
  // The time-out of a socket is not a timer of this kind.
  inSource(/(?<!socket\.)\bset(Timeout|Interval)\(/, 'wait by the clock: clock.sleep()', CLOCKS),
  inSource(/\bMath\.random\b/, 'ask for bytes: random.bytes()', RANDOM),
  inSource(/\brandom(Bytes|UUID|Int)\b/, 'ask for bytes: random.bytes(), newUuid()', RANDOM),
  inSource(/\bprocess\.env\b/, 'read the config', /^src\/config\/env\.ts$/),
  inSource(/\bconsole\./, 'use the log, or in a command cli/print.ts'),
  inSource(
    /\bprocess\.std(out|err)\b/,
    'use the log, or in a command cli/print.ts',
    /^src\/(cli\/print\.ts|simulator\/)/,
  ),
  inSource(/\bparse(Int|Float)\b/, 'check the digits, then Number() or BigInt()'),
  inSource(/(?<![.\w])fetch\(/, "use undici's request()"),
  inSource(
    /\bas (?!const\b)[A-Za-z{[(]/,
    'give the value its type instead of asserting one',
    /^src\/base\/amount\.ts$/,
  ),
  {
    pattern: /^export (\*|\{[^}]*\}|type \{[^}]*\}) from/m,
    message: 'import from where it stands: no barrels',
    part: 'code',
    where: EVERYWHERE,
  },
  {
    pattern: /^export default\b/m,
    message: 'give it a name',
    part: 'code',
    where: EVERYWHERE,
    except: /\.d\.ts$/,
  },
  {
    pattern: /@ts-(ignore|expect-error|nocheck)/,
    message: 'mend the type',
    part: 'comments',
    where: EVERYWHERE,
  },
  {
    pattern: new RegExp(['TO.DO', 'FIX.ME', 'XX.X', 'HA.CK'].join('|').replaceAll('.', '')),
    message: 'do it, or open an issue',
    part: 'comments',
    where: EVERYWHERE,
  },
  {
    pattern: /(?:\/\*\*?\s+(?:\*\s+)?|\/\/ )(?:Of|The same|Likewise)\b/,
    message: 'write a sentence that stands by itself: say of what, or the same as what',
    part: 'comments',
    where: EVERYWHERE,
  },
  {
    pattern: /\b(test|it|describe|suite)\.(skip|todo|only)\b|\b(skip|todo|only): true/,
    message: 'a test runs, or it is no test',
    part: 'code',
    where: /^test\//,
  },
  {
    pattern: /\bfc\.(assert|check|sample)\b/,
    message: 'draw from the seed of all tests: checkProperty()',
    part: 'code',
    where: /^test\//,
    except: /^test\/support\/check-property\.ts$/,
  },
  {
    pattern: /\bMath\.random\b|\brandomInt\b/,
    message: 'draw from the seed of all tests: createSeededRandom(testSeed())',
    part: 'code',
    where: /^test\//,
  },
  {
    pattern: /^(before|after)(Each)?\(/m,
    message: 'export it for the file to register: files of tests share what they import',
    part: 'code',
    where: /^test\/support\//,
  },
];

/** File names that say nothing about the content. */
const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc|types?|index)\.(d\.)?ts$/;

export function findBannedWords(files: readonly SourceFile[]): readonly Finding[] {
  return files.flatMap((file) => [
    ...BANS.flatMap((ban) => findIn(file, ban)),
    ...(VAGUE_NAME.test(file.path) ? [vagueName(file)] : []),
  ]);
}

const vagueName = ({ path }: SourceFile): Finding => ({
  path,
  line: 1,
  message: 'name the file after its main export',
});

function findIn(file: SourceFile, ban: Ban): readonly Finding[] {
  if (!ban.where.test(file.path) || ban.except?.test(file.path)) return [];
  const text = withoutRenames(file[ban.part]);
  const matches = text.matchAll(new RegExp(ban.pattern, `g${ban.pattern.flags}`));
  return [...matches].map((match) => ({
    path: file.path,
    line: lineAt(text, match.index),
    message: `${match[0].trim()}: ${ban.message}`,
  }));
}

/**
 * The text without the `as` of imports, such as `import { a as b }`, which is no type assertion.
 */
const withoutRenames = (text: string): string =>
  text.replaceAll(/^import\b[^;]*;/gm, (statement) => statement.replaceAll(/ as /g, '    '));
