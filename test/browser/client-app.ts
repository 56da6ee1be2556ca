import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A web app of somebody else, as far as a browser sees it: a start page and a callback. */
export interface ClientApp {
  readonly url: string;
  readonly callback: string;
  /** What the browser came back with last. */
  answer(): URL;
  close(): Promise<void>;
}

export async function startClientApp(): Promise<ClientApp> {
  let last: URL | null = null;
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://app.invalid');
    if (address.pathname === '/callback') last = address;
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>App</title><h1>Back at the app</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  const url = `http://localhost:${bound.port}`;
  return {
    url,
    callback: `${url}/callback?kept=1`,
    answer: () => {
      assert(last !== null, 'the browser came back');
      return last;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
