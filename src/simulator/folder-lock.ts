import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Allows one simulator per folder, by a local socket that only one process can hold and that the
 * system frees when the process ends, in whatever way. Null: another process holds it.
 */
export async function lockFolder(dir: string): Promise<FolderLock | null> {
  const address = lockAddress(dir);
  const server = (await listen(address)) ?? (await listenAfterCrash(address));
  if (server === null) return null;
  server.unref();
  return {
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * On Linux, a name without a file. Elsewhere a socket file (or pipe), short enough for any system.
 */
function lockAddress(dir: string): string {
  const id = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return `\0satchel-simulator-${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\satchel-simulator-${id}`;
  return join(tmpdir(), `satchel-simulator-${id}.sock`);
}

async function listen(address: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  server.listen(address);
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}

/** A socket file outlives its process: if nothing answers on it, it can be removed. */
async function listenAfterCrash(address: string): Promise<Server | null> {
  if (process.platform === 'linux' || process.platform === 'win32') return null;
  const probe = connect(address);
  const isAnswered = await once(probe, 'connect').then(
    () => true,
    () => false,
  );
  probe.destroy();
  if (isAnswered) return null;
  rmSync(address, { force: true });
  return listen(address);
}
