import { readdir, readFile } from 'node:fs/promises';

/** Counters of the kernel for a process (proc(5)), which only Linux has in this form. */
export interface ProcessUsage {
  readonly residentBytes: number;
  readonly cpuMs: number;
}

/**
 * The length of a clock tick of proc(5), which is a hundredth of a second on all systems that Node
 * supports.
 */
const TICK_MS = 10;
/**
 * The index of the user time in stat, counted from the end of the program's name, because the name
 * may contain spaces. These are fields 14 and 15.
 */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Reads the counters of a process; null where the kernel has none. */
export async function readProcessUsage(pid: number): Promise<ProcessUsage | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const residentKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    return { residentBytes: residentKb * 1024, cpuMs: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** The processor time in milliseconds of a process and of all processes that it has started. */
export async function readFamilyCpuMs(parentPid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const members = await Promise.all(
    pids.map(async (pid) =>
      pid === parentPid || (await readParent(pid)) === parentPid ? pid : null,
    ),
  );
  const usages = await Promise.all(
    members.flatMap((pid) => (pid === null ? [] : [readProcessUsage(pid)])),
  );
  return usages.reduce((sum, usage) => sum + (usage?.cpuMs ?? 0), 0);
}

/** The parent of a process; null when the process has ended. */
export async function readParent(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1];
  return parent === undefined ? null : Number(parent);
}
