import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { listOf, textField } from '../support/fields.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from '../support/self-signed-certificate.ts';
import { addWalletUser } from '../support/wallet-user.ts';

/** As behind nginx or Caddy: TLS ends at the proxy, and apps come from any website. */
describe('47: the relay behind a proxy', () => {
  const cleanups: (() => unknown)[] = [];
  let service: RunningService;
  let proxyPort = 0;

  before(async () => {
    const proxy = createTlsServer({ cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY });
    proxy.on('secureConnection', (outer) => {
      const inner = connectTcp(Number(new URL(service.baseUrl).port), '127.0.0.1');
      outer.pipe(inner).pipe(outer);
      for (const socket of [outer, inner]) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          outer.destroy();
          inner.destroy();
        });
      }
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    cleanups.push(() => proxy.close());
    const address = proxy.address();
    assert(address !== null && typeof address === 'object');
    proxyPort = address.port;
    service = await startService({ SATCHEL_RELAY_URL: `wss://127.0.0.1:${proxyPort}/relay` });
    cleanups.push(() => service.dispose());
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    new WebSocket(`wss://127.0.0.1:${proxyPort}${path}`, { ca: SELF_SIGNED_CERTIFICATE, headers });

  test('47: an app finds it by its link, from any website', async () => {
    const user = await addWalletUser(service);
    const added = await service.cli('nwc', 'add', '--user', user.email);
    const link = new URL(textField(added, 'uri'));
    const relay = link.searchParams.get('relay') ?? '';
    assert.equal(relay, `wss://127.0.0.1:${proxyPort}/relay`);
    const socket = new WebSocket(relay, {
      ca: SELF_SIGNED_CERTIFICATE,
      origin: 'https://some.website.example',
    });
    cleanups.push(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify(['REQ', 's', { kinds: [13_194], authors: [link.host] }]));
    const [data] = await once(socket, 'message');
    assert.equal(listOf(JSON.parse(String(data)))[0], 'EVENT');
  });

  test('47: an app that writes a slash behind each address finds it too', async () => {
    const socket = open('/relay/', { origin: 'https://some.website.example' });
    cleanups.push(() => socket.terminate());
    await once(socket, 'open');
  });

  test('47: there are no sockets elsewhere', async () => {
    for (const path of ['/', '/balance', '/relay/x', '/relayed', '/apps', '/lndhub/ext/getinfo']) {
      const socket = open(path, { origin: 'https://some.website.example' });
      const [error] = await once(socket, 'error');
      assert.match(String(error), /Unexpected server response: 404/, path);
    }
  });

  test('47: a website may read what the relay is', async () => {
    const headers = { accept: 'application/nostr+json', origin: 'https://some.website.example' };
    const answer = await request(`${service.baseUrl}/relay`, { headers });
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    await answer.body.dump();
  });

  test('47: what is no web socket goes no further than the answer to it', async () => {
    const socket = connectTls({ port: proxyPort, host: '127.0.0.1', ca: SELF_SIGNED_CERTIFICATE });
    cleanups.push(() => socket.destroy());
    await once(socket, 'secureConnect');
    const lines = ['GET /relay HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    assert.match(String(chunk), /^HTTP\/1\.1 400 /);
  });
});
