/**
 * `npm run test:drill`: failovers of a PostgreSQL cluster under load, each with its check of every
 * sat. Words choose drills by their names.
 *
 *     npm run test:drill
 *     npm run test:drill -- B2
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function runDrill(names: readonly string[]): Promise<number> {
  // Many starts of the same program.
  const cacheDir = await mkdtemp(join(tmpdir(), 'satchel-compile-cache-'));
  const chosen = names.map((name) => `--test-name-pattern=${name}`);
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec', ...chosen];
  const child = spawn(process.execPath, [...options, 'test/drill/drill.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: cacheDir },
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  await rm(cacheDir, { recursive: true, force: true });
  return typeof status === 'number' ? status : 1;
}

process.exitCode = await runDrill(process.argv.slice(2));
