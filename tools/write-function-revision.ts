import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  digestOf,
  REVISION_FILE,
  readFunctionFiles,
  SCHEMA_FOLDERS,
} from '../src/database/schema-files.ts';

/**
 * Renders the revision of the SQL functions, which grows by one when any of their files has
 * changed. If two merged branches have each made a revision, the file names both, and the next one
 * follows the higher.
 */
export async function renderRevision(folder: string = SCHEMA_FOLDERS.functions): Promise<string> {
  const present = await readFile(join(folder, REVISION_FILE), 'utf8');
  const digest = digestOf(await readFunctionFiles(folder));
  const lines = [...present.matchAll(/^(\d+) ([0-9a-f]+)$/gm)];
  if (lines.length === 1 && lines[0]?.[2] === digest) return present;
  return `${Math.max(0, ...lines.map(([, revision]) => Number(revision))) + 1} ${digest}\n`;
}
