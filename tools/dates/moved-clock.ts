import { execFileSync } from 'node:child_process';

/** The wall clock of a process, moved by a library that is loaded into it. */
export interface MovedClock {
  readonly library: string;
  /**
   * The offset in seconds, with a sign. It is the same for all processes, so that their clocks
   * agree.
   */
  readonly offset: string;
}

/** The environment variables that move the clock of a process and of its children. */
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
