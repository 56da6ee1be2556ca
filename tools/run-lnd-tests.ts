/**
 * `npm run test:lnd`: runs the tests in test/lnd/ against real Lightning networks on this machine,
 * each with btcd and three LND nodes, which are built once from the Go module proxy (Go 1.25.13 or
 * newer). The tests mostly wait, so up to three networks run at the same time, and the output of
 * each is printed in one piece. Arguments select the files whose path contains one of them.
 *
 *     npm run test:lnd
 *     npm run test:lnd -- scenarios
 *     npm run test:lnd -- crash --crash 1000 --seed 7
 *     npm run test:lnd -- --stock-lnd
 *     npm run test:lnd -- upgrade          (only when it is named)
 *     npm run test:lnd -- onchain-kills --rounds 100    (the same)
 *     npm run test:lnd -- reorganisations               (the same)
 *
 * Tests that kill LND under load run on an LND with the corrections of tools/lnd/lnd/mended.patch.
 * With --stock-lnd they run on an LND without them, and a kill may cost the network a channel, a
 * receipt, or the end of an HTLC.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defaultBinaries } from '../test/lnd/start-regtest.ts';
import { planLanes, playLanes } from './lnd/lanes.ts';
import { readSeed } from './seed-option.ts';

async function runLndTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      crash: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      binaries: { type: 'string', default: process.env['LND_BINARIES'] ?? defaultBinaries() },
      folder: { type: 'string' },
      only: { type: 'string' },
      'stock-lnd': { type: 'boolean', default: false },
    },
  });
  const seed = readSeed(values.seed);
  if (![values.crash, values.rounds, seed].every((text) => /^[1-9]\d{0,9}$/.test(text))) {
    process.stderr.write('--crash, --rounds and --seed take a whole number from 1\n');
    return 1;
  }
  const files = globSync('test/lnd/**/*.test.ts')
    .filter((path) =>
      positionals.length === 0 ? !isNightly(path) : positionals.some((part) => path.includes(part)),
    )
    .sort();
  if (files.length === 0) {
    process.stderr.write(`no test file has a path with ${positionals.join(' or ')}\n`);
    return 1;
  }
  const { binaries, folder = null, only, crash, rounds } = values;
  process.stdout.write(`LND tests: --crash ${crash} --rounds ${rounds} --seed ${seed}\n`);
  const flags = only === undefined ? [] : [`--test-name-pattern=${only}`];
  const variables = { CRASH_PAYMENTS: crash, CRASH_ROUNDS: rounds, CRASH_SEED: seed };
  const lanes = planLanes(files, values['stock-lnd']);
  return await playLanes(lanes, { binaries, folder, flags, variables });
}

/**
 * Whether a test runs only when it is named, because it builds older LNDs first or takes minutes.
 */
const isNightly = (path: string): boolean => /upgrade|onchain-kills|reorganisations/.test(path);

process.exitCode = await runLndTests(process.argv.slice(2));
