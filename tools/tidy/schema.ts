import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Finding, lineAt } from './finding.ts';

export interface SqlFile {
  /** The path from the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

export function readSqlFiles(root: string): readonly SqlFile[] {
  if (!existsSync(join(root, 'migrations'))) return [];
  const paths = globSync(['migrations/*.sql', 'sql/functions/*.sql'], { cwd: root }).sort();
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/**
 * Checks that functions are written only in `sql/functions/`. They are created after all
 * migrations, so a migration cannot use one.
 */
export function findMisplacedSql(files: readonly SqlFile[]): readonly Finding[] {
  const functions = files.filter(({ path }) => path.startsWith('sql/'));
  const names = functions.map(nameOf);
  return [
    ...functions.flatMap(complainOfFunction),
    ...files
      .filter((file) => !functions.includes(file))
      .flatMap((file) => [
        ...findAll(
          file,
          /\bcreate\s+(or\s+replace\s+)?(function|procedure|trigger)\b/gi,
          IN_FUNCTIONS,
        ),
        ...findAll(file, /^\s*(call|do)\b/gim, 'a migration is made of plain statements'),
        ...findAll(file, new RegExp(`\\b(${names.join('|')})\\s*\\(`, 'gi'), NOT_THERE_YET),
      ]),
  ];
}

const IN_FUNCTIONS = 'functions and their triggers stand in sql/functions/';
const NOT_THERE_YET = 'functions come after all migrations: a migration uses none';

const nameOf = ({ path }: SqlFile): string => basename(path, '.sql');

function findAll(file: SqlFile, pattern: RegExp, message: string): readonly Finding[] {
  const text = blank(file.text, COMMENT);
  return [...text.matchAll(pattern)].map(({ index }) => ({
    path: file.path,
    line: lineAt(text, index),
    message,
  }));
}

const COMMENT = /--[^\n]*/g;
const BODY = /\$\$[\s\S]*?\$\$/g;

const blank = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, ' '));

function complainOfFunction(file: SqlFile): readonly Finding[] {
  const name = nameOf(file);
  const complain = (line: number, message: string): Finding => ({ path: file.path, line, message });
  const statements = blank(blank(file.text, BODY), COMMENT)
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  const [first, ...others] = statements;
  const fits = new RegExp(
    `^(create or replace trigger .* execute function ${name}\\(\\)` +
      `|grant execute on function ${name} to :service_role)$`,
  );
  const findings = others
    .filter((text) => !fits.test(text))
    .map((text) => complain(1, `no grant and no trigger of ${name}: ${text.slice(0, 60)}`));
  if (first === undefined || !first.startsWith(`create or replace function ${name}(`)) {
    findings.push(complain(1, `the file begins with "create or replace function ${name}("`));
  }
  if (!file.text.startsWith('-- ')) findings.push(complain(1, 'say above it what it is for'));
  return findings;
}
