import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

for (const [name, ...args] of [
  ['biome', 'check', '--max-diagnostics=20'],
  ['tsc', '--noEmit'],
] as const) {
  test(`${name} ${args.join(' ')} finds nothing`, async () => {
    const program = `${root}/node_modules/.bin/${name}`;
    const complaint = await run(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).then(
      () => null,
      (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
    );
    assert(complaint === null, complaint ?? '');
  });
}
