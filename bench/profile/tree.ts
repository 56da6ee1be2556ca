import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import type postgres from 'postgres';
import { eventually } from '../../test/support/eventually.ts';
import { readProcessUsage } from '../process-usage.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Scene, TreeOrder } from './works.ts';

/** A tree of sources with a running service. */
export interface Tree {
  readonly name: string;
  readonly scene: Scene;
  readonly sql: postgres.Sql;
  /** Measures the processor time that `work` costs service and database. */
  measure(work: () => Promise<void>): Promise<Cpu>;
  /** Profiles the main thread of the service during `work`. */
  profile(work: () => Promise<void>): Promise<Profiler.Profile>;
  close(): Promise<void>;
}

export interface Cpu {
  readonly serviceMs: number;
  readonly databaseMs: number;
}

const PRELOAD = new URL('../profile-on-signal.ts', import.meta.url).href;
const PEOPLE = 64;
const FUNDED_SAT = 1_000_000;

export async function openTree(
  server: DatabaseServer,
  options: { readonly name: string; readonly folder: string; readonly keepIn: string },
): Promise<Tree> {
  const { name, folder, keepIn } = options;
  const variables = {
    ...(await server.createDatabase(name)),
    SATCHEL_NODE_SHARED: 'on',
    NODE_OPTIONS: `--import=${PRELOAD}`,
    PROFILE_FOLDER: keepIn,
  };
  const order: TreeOrder = { folder, variables, people: PEOPLE, fundedSat: FUNDED_SAT };
  const program = fork(join(import.meta.dirname, '../profile-tree.ts'), { cwd: folder });
  program.send(order);
  const scene = await answerOf<Scene>(program);
  const sql = server.open(name);
  const { servicePid } = scene;
  return {
    name,
    scene,
    sql,
    measure: async (work) => {
      const service = await cpuOf(servicePid);
      const database = await readDatabaseCpu(sql, name);
      await work();
      return {
        serviceMs: (await cpuOf(servicePid)) - service,
        databaseMs: cpuSince(database, await readDatabaseCpu(sql, name)),
      };
    },
    profile: async (work) => {
      const file = join(keepIn, `${servicePid}.cpuprofile`);
      await rm(file, { force: true });
      process.kill(servicePid, 'SIGUSR2');
      await work();
      process.kill(servicePid, 'SIGUSR2');
      const text = await eventually('the profile is written', async () =>
        readFile(file, 'utf8').catch(() => null),
      );
      return JSON.parse(text);
    },
    close: async () => {
      await sql.end();
      const ended = once(program, 'exit');
      program.disconnect();
      await ended;
    },
  };
}

/** Waits for the answer of a program; throws if the program ends instead. */
export async function answerOf<Answer>(program: ChildProcess): Promise<Answer> {
  const over = new AbortController();
  const ended = once(program, 'exit', { signal: over.signal }).then(() => {
    throw new Error('a program of the profile ended');
  });
  const answered = once(program, 'message', { signal: over.signal });
  ended.catch(() => undefined);
  try {
    const [answer]: Answer[] = await Promise.race([answered, ended]);
    assert(answer !== undefined, 'there is an answer');
    return answer;
  } finally {
    over.abort();
  }
}

async function cpuOf(pid: number): Promise<number> {
  const usage = await readProcessUsage(pid);
  assert(usage !== null, 'the kernel counts the CPU of processes: this runs on Linux only');
  return usage.cpuMs;
}

type CpuByPid = ReadonlyMap<number, number>;

/**
 * Reads the processor time of a database's own processes, and of those that work for all databases.
 */
export async function readDatabaseCpu(sql: postgres.Sql, name: string): Promise<CpuByPid> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where pid <> pg_backend_pid() and (datname = ${name} or datname is null)`;
  const usages = await Promise.all(
    rows.map(async ({ pid }) => [pid, (await readProcessUsage(pid))?.cpuMs ?? 0] as const),
  );
  return new Map(usages);
}

export function cpuSince(before: CpuByPid, after: CpuByPid): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
