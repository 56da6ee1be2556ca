import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Cleanup } from '../database.ts';

/** A server on this machine that answers LNURL as a test plans. */
export interface Payee {
  /** The host with its port, `127.0.0.1:port`. */
  readonly host: string;
  readonly url: string;
  /** The requested paths with their queries, in order. */
  readonly asked: readonly URL[];
  /**
   * The answers to the next requests, by path: JSON, or a function that makes JSON from the URL.
   */
  readonly answers: Map<string, unknown>;
}

export type Answering = (url: URL) => unknown;

export async function startPayee(cleanup: Cleanup): Promise<Payee> {
  const asked: URL[] = [];
  const answers = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://payee');
    asked.push(url);
    const known = answers.get(url.pathname);
    const answer = typeof known === 'function' ? await known(url) : known;
    if (answer === 'silence') {
      request.socket.destroy();
      return;
    }
    response.statusCode = known === undefined ? 404 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer ?? null));
  });
  const host = await listenLocally(cleanup, server);
  return { host, url: `http://${host}`, asked, answers };
}

/** Lets a server listen on this machine, and returns its host with the port. */
export async function listenLocally(cleanup: Cleanup, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('no TCP address');
  return `127.0.0.1:${place.port}`;
}
