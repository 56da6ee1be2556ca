import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LOW_PRIORITY_ARGUMENTS } from '../src/system/low-priority-child.ts';
import { readProcessUsage } from './process-usage.ts';
import type { Stage } from './stage.ts';

export interface ProgramCost {
  readonly sec: number;
  readonly cpuSec: number;
  readonly peakMb: number;
}

const LOOK_EACH_MS = 20;

/** Runs the program of a job as the service does (quiet-program.ts), and measures what it uses. */
export async function watchProgram({ service }: Stage, program: URL): Promise<ProgramCost> {
  const begunMs = performance.now();
  const child = spawn(process.execPath, [...LOW_PRIORITY_ARGUMENTS, fileURLToPath(program)], {
    env: service.env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const pid = child.pid ?? 0;
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const seen = { cpuMs: 0, peakKb: 0 };
  while (child.exitCode === null) {
    seen.cpuMs = (await readProcessUsage(pid))?.cpuMs ?? seen.cpuMs;
    seen.peakKb = (await readPeakKb(pid)) ?? seen.peakKb;
    await Promise.race([wait(LOOK_EACH_MS), ended]);
  }
  if (child.exitCode !== 0) throw new Error(`${program.pathname} failed`);
  return {
    sec: (performance.now() - begunMs) / 1000,
    cpuSec: seen.cpuMs / 1000,
    peakMb: (seen.peakKb * 1024) / 1e6,
  };
}

/** The highest resident memory of a process (proc(5)); null once it has ended. */
async function readPeakKb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return peak === undefined ? null : Number(peak);
}
