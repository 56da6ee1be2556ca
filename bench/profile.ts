/**
 * `npm run profile -- internal`: measures what a call costs in processor time, and where that time
 * goes. Several trees of sources are compared in short rounds that take turns. Each tree has a
 * service and a database of its own, on one database server.
 *
 *     npm run profile -- internal
 *     npm run profile -- internal external --beside ../another-checkout
 */
import { fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startDatabaseServer } from './profile/database-server.ts';
import { measureRounds, type Pace, splitTree } from './profile/measure.ts';
import { renderCosts, renderSplit } from './profile/print.ts';
import { openTree, type Tree } from './profile/tree.ts';
import { isWork, WORKS, type Work } from './profile/works.ts';

const USAGE = `usage: npm run profile -- [WORK …] [options]

  WORK             ${WORKS.join(', ')}; without any, all
  --beside FOLDER  another checkout to compare with; may be repeated
  --callers N      calls at once (16)
  --rounds N       rounds that are counted (7)
  --seconds N      length of a round (2)
  --no-split       only what a call costs, not where it goes
  --postgres BIN   programs of another server, as /usr/lib/postgresql/15/bin; npm's without it
  --keep FOLDER    keeps the CPU profiles of the services there
`;

interface Options {
  readonly works: readonly Work[];
  readonly beside: readonly string[];
  readonly pace: Pace;
  readonly splits: boolean;
  readonly postgres: string | null;
  readonly keep: string | null;
}

function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      beside: { type: 'string', multiple: true, default: [] },
      callers: { type: 'string', default: '16' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
      'no-split': { type: 'boolean', default: false },
      postgres: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const works = positionals.filter(isWork);
  if (values.help || works.length < positionals.length) return null;
  return {
    works: works.length === 0 ? WORKS : works,
    beside: values.beside.map((folder) => resolve(folder)),
    pace: {
      callers: Number(values.callers),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
    },
    splits: !values['no-split'],
    postgres: folderOf(values.postgres),
    keep: folderOf(values.keep),
  };
}

const folderOf = (path: string | undefined): string | null =>
  path === undefined ? null : resolve(path);

async function run({ works, beside, pace, splits, postgres, keep }: Options): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const keepIn = keep ?? (await mkdtemp(join(tmpdir(), 'satchel-profile-')));
  await mkdir(keepIn, { recursive: true });
  if (keep === null) opened.defer(() => rm(keepIn, { recursive: true, force: true }));
  const server = await startDatabaseServer(postgres);
  opened.defer(() => server.stop());
  const trees: Tree[] = [];
  for (const [n, folder] of [resolve(import.meta.dirname, '..'), ...beside].entries()) {
    const name = n === 0 ? 'this' : `beside_${n}`;
    process.stderr.write(`${name}: ${folder}\n`);
    const tree = await openTree(server, { name, folder, keepIn });
    opened.defer(() => tree.close());
    trees.push(tree);
  }
  const callers = fork(join(import.meta.dirname, 'profile-callers.ts'));
  opened.defer(async () => callers.disconnect());
  for (const work of works) {
    const costs = await measureRounds(trees, callers, work, pace);
    process.stdout.write(renderCosts(work, pace, costs));
    for (const [n, tree] of trees.entries()) {
      const cost = costs[n];
      if (!splits || cost === undefined) continue;
      const split = await splitTree(server, tree, callers, work, { ...pace, calls: cost.calls });
      process.stdout.write(renderSplit(cost, split));
    }
  }
}

const options = readOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  await run(options);
}
