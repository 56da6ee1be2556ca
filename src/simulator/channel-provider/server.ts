import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { advanceChain } from '../chain/advance-chain.ts';
import type { Network } from '../network.ts';
import { createChannelDesk, type SoldChannel } from './channel-desk.ts';

/** The name of the node that sells channels. */
const PROVIDER_NODE = 'hub-one';
const ORDERS_FILE = 'sold-channels.json';
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Creates a server for the methods of LSPS1 over HTTP, below the path `/`. The caller makes it
 * listen.
 */
export function createChannelProvider(network: Network, dir: string): Server {
  const path = join(dir, ORDERS_FILE);
  const orders: SoldChannel[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const desk = createChannelDesk({
    network,
    nodeName: PROVIDER_NODE,
    orders,
    now: () => network.clock.now(),
    keep: () => writeFileSync(path, `${JSON.stringify(orders)}\n`, { mode: 0o600 }),
    delivers: () => true,
  });
  return createServer((request, response) => {
    void readBody(request).then((body) => {
      if (body === null) {
        response.destroy();
        return;
      }
      advanceChain(network);
      const answer = desk.answer(request.url ?? '/', body);
      network.afterDurable(() => {
        response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer ?? { code: 101, message: 'Not found', data: {} }));
      });
    });
  });
}

/** Reads the body of a request; null where it is too long, or the sender has left. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  try {
    let text = '';
    for await (const chunk of request) {
      text += String(chunk);
      if (text.length > MAX_BODY_BYTES) return null;
    }
    return text;
  } catch {
    return null;
  }
}
