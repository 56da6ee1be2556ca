import { spawn } from 'node:child_process';

/**
 * A shell that plays the script with these arguments when this process ends, however it comes: the
 * script begins with `cat > /dev/null`, which waits for that. Call what is returned to have it
 * played now.
 */
export function guardByShell(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): () => Promise<void> {
  const guard = spawn('sh', ['-c', script, 'guard', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env,
  });
  const ended = new Promise<void>((resolve) => guard.on('exit', () => resolve()));
  guard.unref();
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return async () => {
    guard.ref();
    guard.stdin.end();
    await ended;
  };
}
