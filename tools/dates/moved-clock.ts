import { execFileSync } from 'node:child_process';

/** The wall clock of a process, moved by a library that is loaded into it. */
export interface MovedClock {
  readonly library: string;
  /** Seconds with their sign: the same for all processes, which then agree. */
  readonly offset: string;
}

/** What a process is told. Its children hear it from its environment. */
export const clockVariables = ({ library, offset }: MovedClock): Record<string, string> => ({
  LD_PRELOAD: library,
  MOVED_CLOCK_SEC: offset,
});

const SOURCE = new URL('./moved-clock.c', import.meta.url).pathname;

export function buildLibrary(path: string): void {
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', path, SOURCE], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (cause) {
    throw new Error('the clock is moved by a library in C: install a compiler such as gcc', {
      cause,
    });
  }
}
