import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import { textField } from '../support/fields.ts';
import { freePort } from '../support/running-service.ts';
import type { BrowserWorld } from './browser-world.ts';
import { openSharedWorld } from './shared-world.ts';

const FOLDER = new URL('../../docs/examples/browser-app/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

let world: BrowserWorld;
let files: Server;
let origin: string;

before(async () => {
  world = await openSharedWorld();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  files = createServer((request, response) => {
    const name = new URL(request.url ?? '', origin).pathname.slice(1) || 'index.html';
    readFile(new URL(name, FOLDER)).then(
      (content) => {
        const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
        response.writeHead(200, { 'content-type': type }).end(content);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(port, '127.0.0.1');
  await once(files, 'listening');
});
after(() => {
  files.closeAllConnections();
  files.close();
});

test('the example for browsers connects, asks for a tip and disconnects', async () => {
  const { service, baseUrl } = world;
  const account = await world.addPerson('Ann');
  const client = await service.cli(
    ...['client', 'add', '--user', account.email, '--name', 'Example tip jar', '--public'],
    ...['--s256-only', '--url', origin, '--callback', `${origin}/`],
  );
  const window = await world.signedIn(account);
  const { page } = window;
  await page.goto(`${origin}/#${baseUrl},${textField(client, 'client_id')}`);
  await page.getByText('Not connected').waitFor();

  await page.getByRole('button', { name: 'Connect your wallet' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/consent/'));
  await page.getByRole('button', { name: /^Allow/ }).click();
  await page.getByText('Balance: 0 sat').waitFor();
  assert.equal(page.url(), `${origin}/`, 'the code is gone from the address');

  await page.getByRole('button', { name: 'Ask for a tip' }).click();
  await page.getByText(/^lnbcrt210n/).waitFor();

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Not connected').waitFor();
  assert.deepEqual(window.complaints, []);
});
