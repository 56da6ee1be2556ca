import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gauge } from '../footprint.ts';
import { type Paid, payFor, payWhile } from '../pay-while.ts';
import { addManyUsers } from '../proof/add-many-users.ts';
import type { Stage } from '../stage.ts';
import { type ProgramCost, watchProgram } from '../watch-program.ts';
import { median } from '../window.ts';

export interface BackupSize {
  readonly users: number;
  readonly rounds: number;
}

export const BACKUP_SIZES = {
  full: { users: 50_000, rounds: 3 },
  quick: { users: 5000, rounds: 1 },
};

const PROGRAM = new URL('../../src/backup-main.ts', import.meta.url);
const FEWER_AT_MOST_PERCENT = 50;
const SLOWER_AT_MOST = 3;

interface Round {
  readonly before: Paid;
  readonly beside: Paid;
  readonly cost: ProgramCost;
}

/**
 * Measures what payments notice of a backup that is written and verified by restoring it. Each
 * round compares the payments during a backup with those in an equal time just before.
 */
export async function measureBackup(stage: Stage, size: BackupSize): Promise<readonly Gauge[]> {
  await addManyUsers(stage, size.users);
  const alone = await watchProgram(stage, PROGRAM);
  await payFor(stage, alone.sec * 500);
  const rounds: Round[] = [];
  for (let round = 0; round < size.rounds; round += 1) rounds.push(await play(stage, alone.sec));
  const of = (read: (round: Round) => number): number => median(rounds.map(read));
  const gauge = (name: string, value: number, unit: string, atMost: number | null): Gauge => ({
    name,
    value,
    unit,
    atMost,
  });
  const all = `a backup of ${size.users.toLocaleString('en')} users`;
  return [
    gauge(`size of ${all}`, await newestMb(stage), 'MB', null),
    gauge('time of one that is alone', alone.sec, 's', null),
    gauge(
      'its time beside payments',
      of(({ cost }) => cost.sec),
      's',
      null,
    ),
    gauge(
      'CPU of its program',
      of(({ cost }) => cost.cpuSec),
      's',
      null,
    ),
    gauge(
      'its memory',
      of(({ cost }) => cost.peakMb),
      'MB',
      null,
    ),
    gauge(
      'payments a second before it',
      of(({ before }) => before.perSec),
      '',
      null,
    ),
    gauge(
      'fewer payments during it',
      of(({ before, beside }) => (1 - beside.perSec / before.perSec) * 100),
      '%',
      FEWER_AT_MOST_PERCENT,
    ),
    gauge(
      'p99 of payments during it',
      of(({ before, beside }) => beside.p99Ms / before.p99Ms),
      'times',
      SLOWER_AT_MOST,
    ),
  ];
}

async function play(stage: Stage, sec: number): Promise<Round> {
  const before = await payFor(stage, sec * 1000);
  let isDone = false;
  const watched = watchProgram(stage, PROGRAM).finally(() => {
    isDone = true;
  });
  const [beside, cost] = await Promise.all([payWhile(stage, () => !isDone), watched]);
  return { before, beside, cost };
}

async function newestMb({ service }: Stage): Promise<number> {
  const folder = join(service.dataDir, 'backups');
  const newest = (await readdir(folder)).sort().at(-1) ?? '';
  return (await stat(join(folder, newest))).size / 1e6;
}
