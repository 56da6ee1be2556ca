/**
 * `npm run test:drill`: plays failovers of a PostgreSQL cluster under load, and checks every sat
 * after each. Arguments select drills by their names.
 *
 *     npm run test:drill
 *     npm run test:drill -- B2
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programVariables } from '../test/support/program-variables.ts';
import { openTestGround } from './tests/test-ground.ts';

async function runDrill(names: readonly string[]): Promise<number> {
  // The program is started many times, and is sometimes killed before it could store compiled code,
  // so the code is compiled once in advance.
  const ground = await openTestGround(true);
  const chosen = names.map((name) => `--test-name-pattern=${name}`);
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec', ...chosen];
  const child = spawn(process.execPath, [...options, 'test/drill/drill.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, ...programVariables() },
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  await ground.close();
  return typeof status === 'number' ? status : 1;
}

process.exitCode = await runDrill(process.argv.slice(2));
