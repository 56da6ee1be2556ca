import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { field, listOf, numberField, textField } from '../../test/support/fields.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The content of the package, by the first part of each path. */
const CONTENT: readonly string[] = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'dist',
  'docs',
  'locales',
  'migrations',
  'package.json',
  'sql',
];
const NEEDED: readonly string[] = [
  'bin/name-sources.js',
  'bin/satchel.js',
  'dist/main.js',
  'dist/main.js.map',
  'dist/backup-main.js',
  'dist/checkpoint-main.js',
  'dist/simulator/main.js',
  'docs/operating.md',
  'docs/examples/systemd/satchel.service',
  'locales/de/notifications.json',
  'migrations/0001-users.sql',
];
/**
 * The greatest size of the package without its dependencies. Pictures or tests that slipped in
 * would exceed it.
 */
const MAX_UNPACKED_MB = 11;

export interface Packed {
  readonly path: string;
  readonly packedMb: number;
  readonly unpackedMb: number;
}

/** Makes the package like `npm pack`, and checks its content. */
export function pack(folder: string, env: NodeJS.ProcessEnv): Packed {
  const args = ['pack', '--json', '--pack-destination', folder];
  const options = { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 64 << 20 } as const;
  const told: unknown = JSON.parse(jsonOf(execFileSync('npm', args, options)));
  // npm 12 lists packages by name; earlier versions return an array.
  const [packed] = Array.isArray(told) ? told : Object.values(Object(told));
  const names = listOf(field(packed, 'files')).map((file) => textField(file, 'path'));
  const parts = [...new Set(names.map((name) => name.split('/')[0] ?? ''))];
  assert.deepEqual(parts.sort(), [...CONTENT].sort());
  for (const name of NEEDED) assert(names.includes(name), `${name} is in the package`);
  for (const name of names) assert(!/^dist.*\.ts$/.test(name), `${name} is not compiled`);
  const path = join(folder, textField(packed, 'filename'));
  assert(existsSync(path), path);
  const unpackedMb = numberField(packed, 'unpackedSize') / 1e6;
  assert(unpackedMb < MAX_UNPACKED_MB, `${unpackedMb} MB`);
  return { path, unpackedMb, packedMb: numberField(packed, 'size') / 1e6 };
}

/** The JSON in npm's output. The output of the build may precede it. */
const jsonOf = (output: string): string => output.slice(output.search(/^[[{]/m));
