import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { openPushClient } from '../../src/push/http/push-client.ts';
import { systemClock } from '../../src/system/system-clock.ts';

const BODY = new Uint8Array([0, 255, 7]);

/** A push service on this machine, and a client that may reach it. */
async function open(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    answer(request, response, Buffer.concat(parts));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = openPushClient({ addresses: addressRules(['127.0.0.1']), clock: systemClock });
  t.after(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const stop = new AbortController();
  return {
    stop,
    post: (path = '/send/secret', topic: string | null = null) =>
      client.post(
        {
          endpoint: `http://127.0.0.1:${port}${path}`,
          body: BODY,
          authorization: 'vapid t=a.b.c, k=d',
          ttlSec: 3600,
          urgency: 'high',
          topic,
        },
        stop.signal,
      ),
  };
}

describe('push messages over HTTP', () => {
  test('carry what RFC 8030 and RFC 8292 ask for', async (t) => {
    const seen: object[] = [];
    const { post } = await open(t, ({ method, headers }, response, body) => {
      const { authorization, ttl, urgency, topic } = headers;
      const encoding = headers['content-encoding'];
      seen.push({ method, authorization, ttl, urgency, topic, encoding, body: [...body] });
      response.writeHead(201).end();
    });
    const taken = { kind: 'answered', status: 201, text: '', retryAfter: null };
    assert.deepEqual(await post(), taken);
    assert.deepEqual(await post('/send/secret', 'notices'), taken);
    const message = {
      method: 'POST',
      authorization: 'vapid t=a.b.c, k=d',
      ttl: '3600',
      urgency: 'high',
      encoding: 'aes128gcm',
      body: [0, 255, 7],
    };
    assert.deepEqual(seen, [
      { ...message, topic: undefined },
      { ...message, topic: 'notices' },
    ]);
  });

  test('the answer with its reason, and when to come back', async (t) => {
    const { post } = await open(t, (_, response) => {
      response.writeHead(429, { 'retry-after': '120' }).end('{"reason":"TooManyRequests"}');
    });
    assert.deepEqual(await post(), {
      kind: 'answered',
      status: 429,
      text: '{"reason":"TooManyRequests"}',
      retryAfter: '120',
    });
  });

  test('a redirect is not followed', async (t) => {
    const paths: (string | undefined)[] = [];
    const { post } = await open(t, ({ url }, response) => {
      paths.push(url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    assert.equal((await post()).kind, 'unanswered');
    assert.deepEqual(paths, ['/send/secret']);
  });

  test('an endless answer, a cut line and a stop are no answer', async (t) => {
    const endless = await open(t, (_, response) => {
      response.writeHead(200);
      response.write('x'.repeat(100_000));
    });
    assert.deepEqual(await endless.post(), { kind: 'unanswered', detail: 'too_large' });
    const cut = await open(t, (request) => request.socket.destroy());
    assert.deepEqual(await cut.post(), { kind: 'unanswered', detail: 'no_connection' });
    const silent = await open(t, () => undefined);
    const asked = silent.post();
    silent.stop.abort();
    assert.deepEqual(await asked, { kind: 'unanswered', detail: 'timeout' });
  });

  test('addresses of the own network are not reached', async (t) => {
    const client = openPushClient({ addresses: addressRules([]), clock: systemClock });
    t.after(() => client.close());
    for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '[fd00::1]']) {
      const reply = await client.post(
        {
          endpoint: `https://${host}/send`,
          body: BODY,
          authorization: '',
          ttlSec: 1,
          urgency: 'normal',
          topic: null,
        },
        new AbortController().signal,
      );
      assert.deepEqual(reply, { kind: 'unanswered', detail: 'blocked' }, host);
    }
  });
});
