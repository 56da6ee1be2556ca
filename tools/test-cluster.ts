/**
 * `npm run test:cluster`: runs three PostgreSQL servers under Patroni with etcd and HAProxy on this
 * machine, by the files in docs/examples/cluster, with two api and two worker processes, a
 * simulated node, and the load of the crash test. Each drill damages the cluster, and then proves
 * that everything that was acknowledged is there. Programs that this machine lacks are unpacked
 * into a cache folder, by apt-get and pip; nothing is installed into the system.
 *
 *     npm run test:cluster
 *     npm run test:cluster -- --times 10 --seed 7 --only kill,freeze
 *     npm run test:cluster -- --cache /somewhere/with/room
 */
import { parseArgs } from 'node:util';
import { createDice } from '../test/crash/dice.ts';
import { openCluster } from './cluster/cluster.ts';
import { type ClusterWorld, createClusterWorld } from './cluster/cluster-world.ts';
import { DRILL_KINDS, type DrillKind } from './cluster/drill-kinds.ts';
import { type DrillReport, isClean, renderDrills } from './cluster/drill-sums.ts';
import { playDrill } from './cluster/play-drill.ts';
import { defaultCache, MissingProgram } from './cluster/programs.ts';
import { readSeed } from './seed-option.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Plan {
  readonly kinds: readonly DrillKind[];
  readonly times: number;
  readonly seed: number;
  readonly cache: string;
}

/** Reads the arguments. Null when they are wrong, after a message that says why. */
function readPlan(args: readonly string[]): Plan | null {
  const names = DRILL_KINDS.map(({ name }) => name);
  const { values } = parseArgs({
    args: [...args],
    options: {
      times: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: names.join(',') },
      cache: { type: 'string', default: defaultCache() },
    },
  });
  const wanted = values.only.split(',');
  const seed = readSeed(values.seed);
  if (![values.times, seed].every((text) => /^[1-9]\d{0,9}$/.test(text))) {
    process.stderr.write('--times and --seed take a whole number from 1\n');
    return null;
  }
  if (!wanted.every((name) => names.includes(name))) {
    process.stderr.write(`--only takes some of ${names.join(',')}\n`);
    return null;
  }
  const kinds = DRILL_KINDS.filter(({ name }) => wanted.includes(name));
  return { kinds, times: Number(values.times), seed: Number(seed), cache: values.cache };
}

async function testCluster({ kinds, times, seed, cache }: Plan): Promise<number> {
  say(`cluster: ${kinds.map(({ name }) => name).join(', ')}, --times ${times} --seed ${seed}`);
  const dice = createDice(seed);
  const cluster = await openCluster({ cache, say });
  const reports: DrillReport[] = [];
  let world: ClusterWorld | null = null;
  let isDone = false;
  try {
    world = await createClusterWorld(cluster, dice);
    for (const { kind, time } of drillsOf(kinds, times)) {
      const name = `${kind.name}-${time}`;
      const report = await playDrill(world, kind, { seed: dice.below(2 ** 31) + 1, name });
      reports.push(report);
      say(describeDrill(kind, time, report));
      // A drill that found losses ends the run, because the following ones would find the same.
      if (!isClean([report])) break;
    }
    isDone = isClean(reports);
  } finally {
    if (!isDone) say(`for a look: ${cluster.folder}`);
    await world?.dispose(!isDone);
    await cluster.close(!isDone);
    if (reports.length > 0) say(`\n${renderDrills(reports)}\n`);
  }
  return isDone ? 0 : 1;
}

const drillsOf = (kinds: readonly DrillKind[], times: number) =>
  Array.from({ length: times }, (_, index) =>
    kinds.map((kind) => ({ kind, time: index + 1 })),
  ).flat();

function describeDrill(kind: DrillKind, time: number, report: DrillReport): string {
  const { writesMs, readsMs, externalMs, acknowledged, violations } = report;
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const head =
    `${time}. ${kind.what}: ${seconds(writesMs)} s without an answer (reads ` +
    `${seconds(readsMs)}), outside again after ${seconds(externalMs)} s, ` +
    `${acknowledged} acknowledged, ${report.lost} lost`;
  return [head, ...violations.map((text) => `   VIOLATION ${text}`)].join('\n');
}

const plan = readPlan(process.argv.slice(2));
try {
  process.exitCode = plan === null ? 2 : await testCluster(plan);
} catch (error) {
  if (!(error instanceof MissingProgram)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 3;
}
