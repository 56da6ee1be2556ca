import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `tsc` found in files that are still the same, it need not find again. */
const KNOWN = 'node_modules/.cache/types.tsbuildinfo';
/** Side by side, and each on one processor: what several of `tsc` check, each reads again. */
const CHECKS = [
  ['biome', 'check', '--max-diagnostics=20'],
  ['tsc', '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', KNOWN],
] as const;

/** For `tsc`, which is written in Go: to collect its garbage seldom saves a seventh of its time. */
const OPTIONS = {
  cwd: root,
  maxBuffer: 64 * 1024 * 1024,
  env: { ...process.env, GOGC: '400' },
};

describe('of the sources', { concurrency: true }, () => {
  for (const [name, ...args] of CHECKS) {
    test(`${name} ${args.join(' ')} finds nothing`, async () => {
      const program = `${root}/node_modules/.bin/${name}`;
      const complaint = await run(program, args, OPTIONS).then(
        () => null,
        (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
      );
      assert(complaint === null, complaint ?? '');
    });
  }
});
