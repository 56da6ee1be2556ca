import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** A website that uses wallets over Nostr Wallet Connect, by libraries as they are published. */
export interface NwcAppHost {
  readonly origin: string;
  /** What came to its address for answers last. */
  answer(): URL;
  close(): Promise<void>;
}

export const ANSWER_PATH = '/back';

const LIBRARIES = new URL('../node_modules/', import.meta.url);
const CONNECT = '@getalby/bitcoin-connect';

/** Where a library stands under the name by which others import it. */
const MODULES: Readonly<Record<string, string>> = {
  '@getalby/sdk': '@getalby/sdk/dist/esm/index.js',
  '@getalby/sdk/nwc': '@getalby/sdk/dist/esm/nwc.js',
  [CONNECT]: `${CONNECT}/dist/index.modern.js`,
  '@getalby/lightning-tools': `${CONNECT}/node_modules/@getalby/lightning-tools/dist/esm/index.js`,
  'zustand/vanilla': `${CONNECT}/node_modules/zustand/esm/vanilla.mjs`,
  'qrcode-generator': `${CONNECT}/node_modules/qrcode-generator/qrcode.js`,
};

const IMPORTS = Object.fromEntries(Object.keys(MODULES).map((name) => [name, `/modules/${name}`]));

const page = (heading: string): string => `<!doctype html>
<html lang="en">
  <head>
    <title>Zap Reader</title>
    <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
  </head>
  <body><h1>${heading}</h1></body>
</html>`;

/** Libraries for bundlers that are scripts export what a bundler would take from them. */
function readModule(name: string): string | null {
  const path = MODULES[name];
  if (path === undefined) return null;
  const source = readFileSync(new URL(path, LIBRARIES), 'utf8');
  return name === 'qrcode-generator' ? `${source}\nexport default qrcode;` : source;
}

export async function startNwcAppHost(): Promise<NwcAppHost> {
  let answer: URL | null = null;
  let origin = '';
  const server = createServer(({ url }, response) => {
    const address = new URL(url ?? '/', origin);
    const source = readModule(address.pathname.slice('/modules/'.length));
    if (address.pathname === ANSWER_PATH) answer = address;
    response.setHeader('content-type', source === null ? 'text/html' : 'text/javascript');
    response.end(source ?? page(address.pathname === ANSWER_PATH ? 'Back at the app' : 'App'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  origin = `http://127.0.0.1:${bound.port}`;
  return {
    origin,
    answer: () => answer ?? assert.fail('the browser came back'),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
