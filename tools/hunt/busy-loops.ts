import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The time after which a busy loop ends even if nothing stops it. */
const LONGEST_MS = 900_000;
const LOOP = `const end = performance.now() + ${LONGEST_MS}; while (performance.now() < end);`;

/** Starts a busy loop for each processor, and returns what ends them. */
export function startBusyLoops(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
