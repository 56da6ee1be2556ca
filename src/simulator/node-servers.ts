import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';

const PORTS_FILE = 'ports.json';
const HOST = '127.0.0.1';

/**
 * The ports of the servers. The system chooses a port once; it is stored, so that configured
 * addresses remain valid.
 */
export interface PortBook {
  portOf(name: string): number;
  keep(name: string, port: number): void;
  save(): void;
}

export function openPortBook(dir: string): PortBook {
  const path = join(dir, PORTS_FILE);
  const ports = new Map<string, number>(existsSync(path) ? readPorts(path) : []);
  return {
    portOf: (name) => ports.get(name) ?? 0,
    keep: (name, port) => ports.set(name, port),
    save: () => {
      const text = JSON.stringify(Object.fromEntries(ports), null, 2);
      writeFileSync(path, `${text}\n`, { mode: 0o600 });
    },
  };
}

function readPorts(path: string): [string, number][] {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).filter((entry): entry is [string, number] =>
    Number.isInteger(entry[1]),
  );
}

/** Listens on the stored port, or on a new one if another program has taken that port. */
export async function listenOn(server: Server, name: string, book: PortBook): Promise<string> {
  const port = (await tryListen(server, book.portOf(name))) ?? (await tryListen(server, 0));
  if (port === null) throw new Error(`cannot listen on ${HOST}`);
  book.keep(name, port);
  return `http://${HOST}:${port}`;
}

async function tryListen(server: Server, port: number): Promise<number | null> {
  server.listen(port, HOST, 4096);
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** Closes all connections at once, like a process that dies. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
