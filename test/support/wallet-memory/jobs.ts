import type { Job, JobStore, NewJob, TakenJob } from '../../../src/background/job-store.ts';
import type { Clock } from '../../../src/base/clock.ts';

interface Row extends Job {
  readonly dedupeKey: string | null;
  readonly runAtMs: number;
  readonly leaseUntilMs: number | null;
  readonly lastError: string | null;
  readonly parkedAtMs: number | null;
}

export interface JobMemory {
  readonly rows: Map<bigint, Row>;
  readonly schedules: Map<string, { readonly everySec: number; readonly lastSlot: number }>;
  lastId: bigint;
}

export const createJobMemory = (): JobMemory => ({
  rows: new Map(),
  schedules: new Map(),
  lastId: 0n,
});

const MAX_ATTEMPTS = 12;

const isWaiting = (row: Row): boolean => row.leaseUntilMs === null && row.parkedAtMs === null;

/** Jobs in memory, by the rules of the tables and the time of a clock. */
export function createJobsOf(memory: JobMemory, clock: Clock): JobStore {
  const { rows } = memory;
  const nowMs = (): number => clock.now().getTime();
  const waitsLike = ({ kind, dedupeKey }: Pick<Row, 'kind' | 'dedupeKey'>): Row | undefined =>
    [...rows.values()].find(
      (row) =>
        isWaiting(row) && dedupeKey !== null && row.kind === kind && row.dedupeKey === dedupeKey,
    );
  const held = ({ id, attempt }: TakenJob): Row | undefined => {
    const row = rows.get(id);
    return row?.attempt === attempt && row.leaseUntilMs !== null ? row : undefined;
  };
  const dropParked = ({ kind, dedupeKey }: Row): void => {
    for (const row of rows.values()) {
      const isLike = dedupeKey !== null && row.kind === kind && row.dedupeKey === dedupeKey;
      if (isLike && row.parkedAtMs !== null) rows.delete(row.id);
    }
  };
  const putBack = (
    row: Row | undefined,
    attempt: number,
    pauseMs: number,
    error: string | null,
  ) => {
    if (row === undefined) return;
    if (waitsLike(row) !== undefined) return void rows.delete(row.id);
    const lastError = error ?? row.lastError;
    const runAtMs = nowMs() + pauseMs;
    const back = { attempt, runAtMs, lastError, leaseUntilMs: null, parkedAtMs: null };
    rows.set(row.id, { ...row, ...back });
  };
  const enqueue = ({ kind, payload, dedupeKey, runAt }: NewJob): void => {
    const known = waitsLike({ kind, dedupeKey });
    const runAtMs = runAt?.getTime() ?? nowMs();
    if (known !== undefined) {
      rows.set(known.id, { ...known, payload, runAtMs: Math.min(known.runAtMs, runAtMs) });
      return;
    }
    memory.lastId += 1n;
    rows.set(memory.lastId, {
      id: memory.lastId,
      kind,
      payload,
      dedupeKey,
      runAtMs,
      attempt: 0,
      maxAttempts: MAX_ATTEMPTS,
      leaseUntilMs: null,
      lastError: null,
      parkedAtMs: null,
    });
  };
  return {
    enqueueJob: async (job) => enqueue(job),
    setSchedules: async (everySecByKind) => {
      for (const [kind, everySec] of everySecByKind) {
        if (memory.schedules.get(kind)?.everySec === everySec) continue;
        memory.schedules.set(kind, { everySec, lastSlot: 0 });
      }
    },
    takeJobs: async (kinds, limit, leaseMs) => {
      for (const [kind, { everySec, lastSlot }] of memory.schedules) {
        const slot = Math.floor(nowMs() / 1000 / everySec);
        if (!kinds.includes(kind) || lastSlot >= slot) continue;
        memory.schedules.set(kind, { everySec, lastSlot: slot });
        enqueue({ kind, payload: {}, dedupeKey: 'slot', runAt: null });
      }
      return takeDue(rows, { kinds, limit, leaseMs, nowMs: nowMs() });
    },
    renewJobs: async (jobs, leaseMs) => {
      const kept = jobs.filter((job) => held(job) !== undefined);
      for (const job of kept) {
        const row = held(job);
        if (row !== undefined) rows.set(row.id, { ...row, leaseUntilMs: nowMs() + leaseMs });
      }
      return kept.map(({ id, attempt }) => ({ id, attempt }));
    },
    finishJob: async (job) => {
      const row = held(job);
      if (row === undefined) return;
      rows.delete(row.id);
      dropParked(row);
    },
    retryJob: async (job, pauseMs, error) => putBack(held(job), job.attempt, pauseMs, error),
    releaseJob: async (job) => putBack(held(job), job.attempt - 1, 0, null),
    parkJob: async (job, error) => {
      const row = held(job);
      if (row === undefined) return;
      dropParked(row);
      const lastError = error ?? row.lastError;
      rows.set(row.id, { ...row, leaseUntilMs: null, parkedAtMs: nowMs(), lastError });
    },
    listParked: async (limit) =>
      [...rows.values()]
        .flatMap(({ parkedAtMs, attempt, ...row }) =>
          parkedAtMs === null
            ? []
            : [{ ...row, attempts: attempt, parkedAt: new Date(parkedAtMs) }],
        )
        .slice(0, limit),
    retryParked: async (id) => {
      const row = rows.get(id);
      if (row === undefined || row.parkedAtMs === null) return false;
      putBack(row, 0, 0, null);
      return true;
    },
    readQueue: async () => {
      const waiting = [...rows.values()].filter(({ parkedAtMs }) => parkedAtMs === null);
      const agesMs = waiting.map(({ runAtMs }) => nowMs() - runAtMs);
      const oldestDueSec = Math.max(0, ...agesMs) / 1000;
      return { waiting: waiting.length, parked: rows.size - waiting.length, oldestDueSec };
    },
  };
}

interface Wanted {
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly leaseMs: number;
  readonly nowMs: number;
}

function takeDue(rows: Map<bigint, Row>, { kinds, limit, leaseMs, nowMs }: Wanted): readonly Job[] {
  const all = [...rows.values()];
  const isHeld = (row: Row): boolean => row.leaseUntilMs !== null && row.leaseUntilMs > nowMs;
  const runsBeside = ({ id, kind, dedupeKey }: Row): boolean =>
    dedupeKey !== null &&
    all.some(
      (row) => row.id !== id && row.kind === kind && row.dedupeKey === dedupeKey && isHeld(row),
    );
  const due = all
    .filter((row) => row.parkedAtMs === null && row.runAtMs <= nowMs && !isHeld(row))
    .filter((row) => kinds.includes(row.kind) && !runsBeside(row))
    .sort((a, b) => a.runAtMs - b.runAtMs || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
  return due.map((row) => {
    const taken = { ...row, attempt: row.attempt + 1, leaseUntilMs: nowMs + leaseMs };
    rows.set(row.id, taken);
    const { id, kind, payload, attempt, maxAttempts } = taken;
    return { id, kind, payload, attempt, maxAttempts };
  });
}
