import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  digestOf,
  REVISION_FILE,
  readFunctionFiles,
  SCHEMA_FOLDERS,
} from '../src/database/schema-files.ts';

/**
 * The number of the functions as a whole: the one before, or the next where any file has changed.
 * When two branches are merged, each of which made one, the file names both: the next follows.
 */
export async function renderRevision(folder: string = SCHEMA_FOLDERS.functions): Promise<string> {
  const present = await readFile(join(folder, REVISION_FILE), 'utf8');
  const digest = digestOf(await readFunctionFiles(folder));
  const lines = [...present.matchAll(/^(\d+) ([0-9a-f]+)$/gm)];
  if (lines.length === 1 && lines[0]?.[2] === digest) return present;
  return `${Math.max(0, ...lines.map(([, revision]) => Number(revision))) + 1} ${digest}\n`;
}
