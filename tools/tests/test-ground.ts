import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warmCompileCache } from '../../test/support/running-service.ts';
import { startThrowAwayServer } from '../../test/support/throw-away-server.ts';

/** What all tests of a run share: a database server, and what programs that they start compiled. */
export interface TestGround {
  close(): Promise<void>;
}

/**
 * Tells processes that are started from now on by their environment. Where this process was told
 * itself, it uses the same.
 */
export async function openTestGround(hasPrograms: boolean): Promise<TestGround> {
  if (process.env['TEST_POSTGRES'] !== undefined) return { close: async () => undefined };
  await using begun = new AsyncDisposableStack();
  const server = await startThrowAwayServer();
  begun.defer(() => server.stop());
  const cacheDir = await mkdtemp(join(tmpdir(), 'satchel-compile-cache-'));
  // Programs that were just ended may write for a moment longer.
  begun.defer(() => rm(cacheDir, { recursive: true, force: true, maxRetries: 10 }));
  process.env['TEST_POSTGRES'] = server.address;
  process.env['TEST_COMPILE_CACHE'] = cacheDir;
  if (hasPrograms) await warmCompileCache();
  const all = begun.move();
  return { close: () => all.disposeAsync() };
}
