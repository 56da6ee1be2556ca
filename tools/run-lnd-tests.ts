/**
 * `npm run test:lnd`: the tests in test/lnd/ against a real Lightning network on this machine: btcd
 * and three LND nodes, built once from the Go module proxy (Go 1.25.10 or newer). Arguments keep
 * the files whose path contains one of them.
 *
 *     npm run test:lnd
 *     npm run test:lnd -- scenarios
 *     npm run test:lnd -- crash --crash 1000 --seed 7
 *     npm run test:lnd -- --stock-lnd
 *
 * Files that kill LND under load run on an LND put right by tools/lnd/lnd/mended.patch. With
 * --stock-lnd they do not, and a kill may cost the network a channel, a receipt or an HTLC's end.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type LndBinary, PLACE_VARIABLES, type RegtestPlace } from '../test/lnd/regtest.ts';
import { defaultBinaries, startRegtest } from '../test/lnd/start-regtest.ts';
import { readSeed } from './seed-option.ts';

const FILE_TIMEOUT_MS = 3_600_000;

async function runLndTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      crash: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      binaries: { type: 'string', default: process.env['LND_BINARIES'] ?? defaultBinaries() },
      folder: { type: 'string' },
      only: { type: 'string' },
      'stock-lnd': { type: 'boolean', default: false },
    },
  });
  const seed = readSeed(values.seed);
  if (![values.crash, seed].every((text) => /^[1-9]\d{0,9}$/.test(text))) {
    process.stderr.write('--crash and --seed take a whole number from 1\n');
    return 1;
  }
  const files = globSync('test/lnd/**/*.test.ts')
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
    .sort();
  if (files.length === 0) {
    process.stderr.write(`no test file has a path with ${positionals.join(' or ')}\n`);
    return 1;
  }
  process.stdout.write(`LND tests: --crash ${values.crash} --seed ${seed}\n`);
  const { binaries, folder = null, only, crash } = values;
  const flags = only === undefined ? [] : [`--test-name-pattern=${only}`];
  const variables = { CRASH_PAYMENTS: crash, CRASH_SEED: seed };
  /** One group after the other, on one network. */
  const runOn = async (
    lnd: LndBinary,
    ...groups: readonly (readonly string[])[]
  ): Promise<number> => {
    const some = groups.filter((group) => group.length > 0);
    if (some.length === 0) return 0;
    const { place, stop } = await startRegtest({ binaries, folder: placeFor(lnd, folder), lnd });
    let status = 0;
    try {
      for (const group of some) {
        const given = { ...placeVariables(place), ...variables };
        status = (await runNode([...flags, ...group], given)) || status;
      }
    } finally {
      await stop();
    }
    return status;
  };
  const killing = values['stock-lnd'] ? [] : files.filter(killsLnd);
  const gentle = await runOn(
    'lnd',
    files.filter((path) => !killing.includes(path)),
  );
  const crashes = killing.filter(isCrash);
  const others = killing.filter((path) => !isCrash(path));
  return (await runOn('lnd-mended', others, crashes)) || gentle;
}

/** Last: it leaves the network without channels. */
const isCrash = (path: string): boolean => path.includes('crash');

/** While many payments are under way. */
const killsLnd = (path: string): boolean => /crash|in-flight/.test(path);

/** A kept network goes on with the LND that it began with. */
const placeFor = (lnd: LndBinary, folder: string | null): string | null =>
  folder === null || lnd === 'lnd' ? folder : `${folder}-mended`;

const placeVariables = ({ folder, binaries, firstPort, lnd }: RegtestPlace) => ({
  [PLACE_VARIABLES.lnd]: lnd,
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
