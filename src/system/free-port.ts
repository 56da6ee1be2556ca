import { createServer } from 'node:net';
import type { Random } from '../base/random.ts';

/**
 * The lowest port to choose. It is below those that systems use for outgoing connections, so that
 * it is still free after a restart.
 */
const LOWEST_PORT = 20_000;
const PORT_COUNT = 12_000;
const MAX_TRIES = 50;

export async function findFreePort(random: Random): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const [high = 0, low = 0] = random.bytes(2);
    const port = LOWEST_PORT + (((high << 8) | low) % PORT_COUNT);
    if (await isPortFree(port)) return port;
  }
  throw new Error('no free port was found on 127.0.0.1');
}

export async function isPortFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return await promise;
}
