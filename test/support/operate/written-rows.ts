import type postgres from 'postgres';

/** The rows that were removed and added, each with its table. */
export type WrittenRows = readonly string[];

/**
 * Collects all rows that `work` has changed, except for those of `others`. In these texts, ids,
 * hashes and times are replaced by fixed words, so that equal actions give equal texts.
 */
export async function rowsWrittenBy(
  owner: postgres.Sql,
  others: readonly string[],
  work: () => Promise<unknown>,
): Promise<WrittenRows> {
  const before = await readRows(owner, others);
  await work();
  const after = await readRows(owner, others);
  const gone = [...before].filter((row) => !after.has(row)).map((row) => `- ${plain(row)}`);
  const come = [...after].filter((row) => !before.has(row)).map((row) => `+ ${plain(row)}`);
  return [...gone, ...come].sort();
}

async function readRows(owner: postgres.Sql, others: readonly string[]): Promise<Set<string>> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not relname = any (${[...others]})`;
  const found = new Set<string>();
  for (const { name } of tables) {
    const rows = await owner<
      { row: string }[]
    >`select to_json(t)::text as row from ${owner(name)} t`;
    for (const { row } of rows) found.add(`${name} ${row}`);
  }
  return found;
}

const WORDS: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID'],
  [/\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)/g, 'TIME'],
  [/"\d{4}-\d\d-\d\d"/g, '"DAY"'],
  [/"creation_date\\":\d+/g, '"creation_date\\":SECONDS'],
  [/(\\x)?[\da-f]{40,}/g, 'HEX'],
  [/"[A-Za-z\d]{20}"|"[A-Za-z\d]{24}"/g, '"IDENTIFIER"'],
  [/\\"[A-Za-z\d]{20}\\"|\\"[A-Za-z\d]{24}\\"/g, '\\"IDENTIFIER\\"'],
  [/\$argon2id[^"]*/g, 'PASSWORD'],
  [/"id":\d+/g, '"id":NUMBER'],
  [/"subject":"\d+"/g, '"subject":"NUMBER"'],
  [/[\w.-]+@example\.com/g, 'EMAIL'],
  [/subject \d+/g, 'SUBJECT'],
];

const plain = (row: string): string =>
  WORDS.reduce((text, [pattern, word]) => text.replace(pattern, word), row);
