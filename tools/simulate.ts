/**
 * `npm run sim`: the whole service in one process, over virtual time and from a seed.
 *
 *     npm run sim -- --seed 7 --steps 200          one seed, with all that happened when it fails
 *     npm run sim -- --seeds 1..10000              many, on all processors
 *     npm run sim -- --seeds 1..1000 --fault NAME  with a mistake that must be found
 */
import { parseArgs } from 'node:util';
import { FAULTS } from '../test/simulation/faults.ts';
import { createMemoryStorage } from '../test/simulation/memory-storage.ts';
import { runSeed } from '../test/simulation/run-seed.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '200' },
    fault: { type: 'string' },
  },
});
const [from, to] = (values.seeds ?? `${values.seed ?? 1}..${values.seed ?? 1}`)
  .split('..')
  .map(Number);
const fault = values.fault === undefined ? null : (FAULTS[values.fault] ?? null);
for (let seed = from ?? 1; seed <= (to ?? 1); seed += 1) {
  const report = await runSeed({
    ...{ seed, steps: Number(values.steps), fault, isTraced: from === to, checkEvery: 1 },
    openStorage: createMemoryStorage,
  });
  if (report.failedAtStep !== null || process.env['TRACE']) {
    console.log(report.trace.join('\n'));
    console.log(seed, report.failedAtStep, report.findings);
    process.exit(1);
  }
}
console.log('ok');
