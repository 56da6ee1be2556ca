/**
 * `npm run test:crash`: plays rounds of load, kill -9, recovery and check with the whole program.
 * The same seed plays the same rounds, as far as processes and their timing allow. Without a seed,
 * it is 1.
 *
 *     npm run test:crash
 *     npm run test:crash -- --rounds 20 --seed 7
 *     npm run test:crash -- --seed random
 *     npm run test:crash -- --rounds 10 --only goes-back
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { programVariables } from '../test/support/program-variables.ts';
import { readSeed } from './seed-option.ts';
import { openTestGround } from './tests/test-ground.ts';

const ROUNDS = { local: '200', ci: '20' };

async function runCrashTest(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: process.env['CI'] ? ROUNDS.ci : ROUNDS.local },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  });
  const seed = readSeed(values.seed);
  for (const [name, text] of Object.entries({ rounds: values.rounds, seed })) {
    if (/^[1-9]\d{0,9}$/.test(text)) continue;
    process.stderr.write(`--${name} takes a whole number from 1\n`);
    return 1;
  }
  if (!['', 'goes-back'].includes(values.only)) {
    process.stderr.write('--only takes goes-back: the rounds in which the database goes back\n');
    return 1;
  }
  // The program is started hundreds of times, and is mostly killed before it could store compiled
  // code, so the code is compiled once in advance.
  const ground = await openTestGround(true);
  process.stdout.write(`crash test: --rounds ${values.rounds} --seed ${seed}\n`);
  const child = spawn(
    process.execPath,
    ['--test', '--test-isolation=none', '--test-reporter=spec', 'test/crash/crash.test.ts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        CRASH_ROUNDS: values.rounds,
        CRASH_SEED: seed,
        CRASH_ONLY: values.only,
        ...programVariables(),
      },
    },
  );
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  await ground.close();
  return typeof status === 'number' ? status : 1;
}

process.exitCode = await runCrashTest(process.argv.slice(2));
