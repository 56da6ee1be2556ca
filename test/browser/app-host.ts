import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from '../support/self-signed-certificate.ts';

/** Web apps of others, as far as a browser sees them: all of `*.example`, over TLS. */
export interface AppHost {
  /** Where names below `.example` are to be found. */
  readonly address: string;
  /** What came to the callback of an app last. */
  answer(callback: string): URL;
  close(): Promise<void>;
}

export async function startAppHost(): Promise<AppHost> {
  const answers = new Map<string, URL>();
  const server = createServer({ cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY });
  server.on('request', (request, response) => {
    const address = new URL(request.url ?? '/', `https://${request.headers.host}`);
    if (address.pathname !== '/favicon.ico') answers.set(address.origin, address);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>App</title><h1>Back at the app</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  return {
    address: `127.0.0.1:${bound.port}`,
    answer: (callback) => {
      const answer = answers.get(new URL(callback).origin);
      assert(answer !== undefined, 'the browser came back');
      assert.equal(answer.pathname, new URL(callback).pathname);
      return answer;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
