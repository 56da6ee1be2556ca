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
 * Allows only one simulator per folder. It holds a local socket that only one process can have, and
 * that the operating system frees however the process ends. Null when another process has the
 * socket.
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
 * The address of the socket that locks a folder: on Linux a name without a file, elsewhere a pipe
 * or a socket file with a path that is short enough for every system.
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

/**
 * Listens although a socket file exists, if nothing answers on it. Unlike the socket, its file
 * remains when a process is killed.
 */
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
