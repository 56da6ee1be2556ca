/**
 * `npm run test:lnd`: the tests in test/lnd/ against a real Lightning network on this machine: btcd
 * and three LND nodes, built once from the Go module proxy (Go 1.25.10 or newer). Arguments keep
 * the files whose path contains one of them.
 *
 *     npm run test:lnd
 *     npm run test:lnd -- scenarios
 *     npm run test:lnd -- crash --crash 1000 --seed 7
 *     npm run test:lnd -- --spare-lnd      kills the service only, see docs/operating-lnd.md
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PLACE_VARIABLES, type RegtestPlace } from '../test/lnd/regtest.ts';
import { defaultBinaries, startRegtest } from '../test/lnd/start-regtest.ts';

const FILE_TIMEOUT_MS = 3_600_000;

async function runLndTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      crash: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
      binaries: { type: 'string', default: process.env['LND_BINARIES'] ?? defaultBinaries() },
      folder: { type: 'string' },
      only: { type: 'string' },
      'spare-lnd': { type: 'boolean', default: false },
    },
  });
  if (![values.crash, values.seed].every((text) => /^[1-9]\d{0,9}$/.test(text))) {
    process.stderr.write('--crash and --seed take a whole number from 1\n');
    return 1;
  }
  const files = globSync('test/lnd/**/*.test.ts')
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
    .sort((a, b) => Number(isCrash(a)) - Number(isCrash(b)) || (a < b ? -1 : 1));
  if (files.length === 0) {
    process.stderr.write(`no test file has a path with ${positionals.join(' or ')}\n`);
    return 1;
  }
  process.stdout.write(`LND tests: --crash ${values.crash} --seed ${values.seed}\n`);
  const { place, stop } = await startRegtest({
    binaries: values.binaries,
    folder: values.folder ?? null,
  });
  try {
    const flags = values.only === undefined ? [] : [`--test-name-pattern=${values.only}`];
    return await runNode([...flags, ...files], {
      ...placeVariables(place),
      ...{ CRASH_PAYMENTS: values.crash, CRASH_SEED: values.seed },
      ...(values['spare-lnd'] ? { CRASH_SPARES_LND: 'yes' } : {}),
    });
  } finally {
    await stop();
  }
}

/** Last: LND nodes that were killed again and again are not what others are to be tested on. */
const isCrash = (path: string): boolean => path.includes('crash');

const placeVariables = ({ folder, binaries, firstPort }: RegtestPlace) => ({
  [PLACE_VARIABLES.folder]: folder,
  [PLACE_VARIABLES.binaries]: binaries,
  [PLACE_VARIABLES.firstPort]: String(firstPort),
});

/** One file after the other: all of them use the same nodes. */
async function runNode(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=1', `--test-timeout=${FILE_TIMEOUT_MS}`, ...args],
    { stdio: 'inherit', env: { ...process.env, ...variables } },
  );
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  return typeof status === 'number' ? status : 1;
}

process.exitCode = await runLndTests(process.argv.slice(2));
