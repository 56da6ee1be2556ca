import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Ends by itself, should nothing stop it. */
const LONGEST_MS = 900_000;
const LOOP = `const end = performance.now() + ${LONGEST_MS}; while (performance.now() < end);`;

/** One for each processor; answers what ends them. */
export function startBusyLoops(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
