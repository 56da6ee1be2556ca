import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warmCompileCache } from '../../test/support/running-service.ts';
import { startThrowAwayServer } from '../../test/support/throw-away-server.ts';

/** What all tests of a run share: a database server, and the compiled code of the program. */
export interface TestGround {
  close(): Promise<void>;
}

/**
 * Opens the shared ground, and tells processes that start from now on about it by their
 * environment. A process that was told itself uses the ground that exists.
 */
export async function openTestGround(hasPrograms: boolean): Promise<TestGround> {
  if (process.env['TEST_POSTGRES'] !== undefined) return { close: async () => undefined };
  await using begun = new AsyncDisposableStack();
  const server = await startThrowAwayServer();
  begun.defer(() => server.stop());
  const cacheDir = await mkdtemp(join(tmpdir(), 'satchel-compile-cache-'));
  // Programs that were just ended may write for a moment longer, so removing the folder is retried.
  begun.defer(() => rm(cacheDir, { recursive: true, force: true, maxRetries: 10 }));
  process.env['TEST_POSTGRES'] = server.address;
  process.env['TEST_COMPILE_CACHE'] = cacheDir;
  if (hasPrograms) await warmCompileCache();
  const all = begun.move();
  return { close: () => all.disposeAsync() };
}
