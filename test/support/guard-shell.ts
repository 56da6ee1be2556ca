import { spawn } from 'node:child_process';

/**
 * Starts a shell that runs the script with these arguments when this process ends, in whatever way.
 * The script begins with `cat > /dev/null`, which waits for that. The returned function runs the
 * script at once.
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
