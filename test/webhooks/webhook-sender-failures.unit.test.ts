import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { ok, type RawAnswer } from '../support/raw-receiver.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import {
  connectionIsFree,
  openReceiver,
  openSender,
  postTo,
  withoutDuration,
} from '../support/webhook-post.ts';

const answered = (status: number, rest: object = {}) => ({
  kind: 'answered',
  status,
  retryAfter: null,
  control: null,
  excerpt: '',
  ...rest,
});

describe('the time of an attempt', () => {
  test('after 15 s without an answer it is over', async (t) => {
    const receiver = await openReceiver(t, () => undefined);
    const clock = createVirtualClock();
    const sender = openSender(t, { clock });
    const sending = sender.send(postTo(receiver.url));
    await eventually('it arrives', () => receiver.requests[0] ?? null);
    await clock.advance(14_999);
    assert.equal(await Promise.race([sending, Promise.resolve('open')]), 'open');
    await clock.advance(1);
    assert.deepEqual(await sending, { kind: 'failed', errorClass: 'timeout', durationMs: 15_000 });
    await receiver.idle();
  });

  test('attempts that began at different times end at different times', async (t) => {
    const receiver = await openReceiver(t, () => undefined);
    const clock = createVirtualClock();
    const sender = openSender(t, { clock });
    const ended: string[] = [];
    const begin = (name: string) =>
      sender
        .send(postTo(receiver.url))
        .then((result) => ended.push(`${name} ${result.durationMs}`));
    const both = [begin('first')];
    await clock.advance(10_000);
    both.push(begin('second'));
    await clock.advance(5000);
    assert.deepEqual(ended, ['first 15000']);
    await clock.advance(10_000);
    await Promise.all(both);
    assert.deepEqual(ended, ['first 15000', 'second 15000']);
  });

  test('a connection that does not come about ends before that', async (t) => {
    // Names are looked up within the time of connecting.
    const sender = openSender(t, { resolve: () => new Promise(() => undefined), connectMs: 20 });
    const result = await sender.send(postTo('http://hooks.example.com/'));
    assert.deepEqual(withoutDuration(result), { kind: 'failed', errorClass: 'timeout' });
  });

  test('the caller can end it at any moment, and nothing is sent after that', async (t) => {
    const receiver = await openReceiver(t, () => undefined);
    const found = Promise.withResolvers<readonly string[]>();
    const sender = openSender(t, { resolve: () => found.promise });
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const sending = [
      sender.send(postTo(receiver.url, { signal })),
      sender.send(postTo(`http://hooks.example.com:${receiver.port}/`, { signal })),
    ];
    await eventually('one arrives', () => receiver.requests[0] ?? null);
    giveUp.abort();
    const late = await sender.send(postTo(receiver.url, { signal }));
    for (const result of [...(await Promise.all(sending)), late]) {
      assert.deepEqual(withoutDuration(result), { kind: 'failed', errorClass: 'timeout' });
    }
    found.resolve(['127.0.0.1']);
    // Time for a connection and a request, if one were made.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    await receiver.idle();
    assert.equal(receiver.requests.length, 1);
  });
});

describe('W31 an attempt that comes to no answer says of which kind', () => {
  const failureAt = async (t: TestContext, url: string) =>
    withoutDuration(await openSender(t).send(postTo(url)));
  const failed = (errorClass: string) => ({ kind: 'failed', errorClass });

  test('no one listens', async (t) => {
    const receiver = await openReceiver(t);
    await receiver.close();
    assert.deepEqual(await failureAt(t, receiver.url), failed('connection'));
  });

  test('the connection is reset, or closed without a word', async (t) => {
    for (const end of ['resetAndDestroy', 'destroy', 'end'] as const) {
      const receiver = await openReceiver(t, (socket) => socket[end]());
      assert.deepEqual(await failureAt(t, receiver.url), failed('connection'), end);
    }
  });

  test('the connection is closed before anything is read', async (t) => {
    const receiver = await openReceiver(t, ok, { onConnection: (socket) => socket.destroy() });
    assert.deepEqual(await failureAt(t, receiver.url), failed('connection'));
  });

  test('the certificate is no one’s, or the receiver speaks no TLS', async (t) => {
    const secure = await openReceiver(t, ok, { isTls: true });
    assert.deepEqual(await failureAt(t, secure.url), failed('tls'));
    assert.equal(secure.requests.length, 0, 'nothing is said to a stranger');
    const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    assert.deepEqual(await failureAt(t, `https://127.0.0.1:${port}/`), failed('tls'));
    plain.close();
  });

  test('the certificate is another host’s', async (t) => {
    const secure = await openReceiver(t, ok, { isTls: true, host: '127.0.0.2' });
    const trusting = openSender(t, {
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
      resolve: async () => ['127.0.0.2'],
    });
    for (const host of ['127.0.0.2', 'hooks.example.com']) {
      const result = await trusting.send(postTo(`https://${host}:${secure.port}/`));
      assert.deepEqual(withoutDuration(result), failed('tls'), host);
    }
    // The certificate names this host.
    const result = await trusting.send(postTo(`https://localhost:${secure.port}/`));
    assert.deepEqual(withoutDuration(result), answered(200, { excerpt: 'ok' }));
    assert.equal(secure.requests.length, 1);
  });
});

describe('W32 a used connection that its receiver had just closed', () => {
  /** Answers the first request of its first connection; the next one there meets its end. */
  const closing =
    (end: (socket: Socket) => void): RawAnswer =>
    (socket, request) => {
      if (request.connection > 1 || !request.line.includes('/again')) ok(socket, request);
      else end(socket);
    };

  for (const isTls of [false, true]) {
    for (const end of ['resetAndDestroy', 'destroy', 'end'] as const) {
      if (isTls && end === 'resetAndDestroy') continue;
      test(`${end}${isTls ? ' over TLS' : ''}: one more try at once, one result`, async (t) => {
        const receiver = await openReceiver(
          t,
          closing((socket) => socket[end]()),
          { isTls },
        );
        const sender = openSender(t, { tlsCaPem: SELF_SIGNED_CERTIFICATE });
        await sender.send(postTo(receiver.url));
        await connectionIsFree();
        const body = '{"amount":22}';
        const result = await sender.send(postTo(`${receiver.url}/again`, { body }));
        assert.deepEqual(withoutDuration(result), answered(200, { excerpt: 'ok' }));
        const seen = receiver.requests.map((request) => `${request.connection} ${request.body}`);
        assert.deepEqual(seen, ['1 {"amount":21}', `1 ${body}`, `2 ${body}`]);
      });
    }

    test(`a new connection${isTls ? ' over TLS' : ''} that breaks is not tried again`, async (t) => {
      const receiver = await openReceiver(t, (socket) => socket.destroy(), { isTls });
      const sender = openSender(t, { tlsCaPem: SELF_SIGNED_CERTIFICATE });
      const result = await sender.send(postTo(receiver.url));
      assert.deepEqual(withoutDuration(result), { kind: 'failed', errorClass: 'connection' });
      assert.equal(receiver.requests.length, 1);
    });
  }

  test('the one more try does not meet the next connection that was closed', async (t) => {
    const held: Socket[] = [];
    const receiver = await openReceiver(t, (socket, request) => {
      if (request.line.includes('/first')) held.push(socket);
      else if (request.connection > 3) ok(socket, request);
      else socket.resetAndDestroy();
    });
    const sender = openSender(t);
    const first = Array.from({ length: 3 }, () => sender.send(postTo(`${receiver.url}/first`)));
    await eventually('three connections stand', () => (held.length === 3 ? true : null));
    for (const socket of held) ok(socket, receiver.requests[0] ?? assert.fail());
    await Promise.all(first);
    await connectionIsFree();
    const result = await sender.send(postTo(`${receiver.url}/again`));
    assert.deepEqual(withoutDuration(result), answered(200, { excerpt: 'ok' }));
    assert.equal(receiver.connections, 4);
  });

  test('there is one more try and no second one', async (t) => {
    const receiver = await openReceiver(t, (socket, request) => {
      if (request.line.includes('/again')) socket.destroy();
      else ok(socket, request);
    });
    const sender = openSender(t);
    await sender.send(postTo(receiver.url));
    await connectionIsFree();
    const result = await sender.send(postTo(`${receiver.url}/again`));
    assert.deepEqual(withoutDuration(result), { kind: 'failed', errorClass: 'connection' });
    assert.equal(receiver.requests.length, 3);
  });

  test('not after a second, for the receiver may have been at work', async (t) => {
    const held: Socket[] = [];
    const receiver = await openReceiver(
      t,
      closing((socket) => held.push(socket)),
    );
    const clock = createVirtualClock();
    const sender = openSender(t, { clock });
    await sender.send(postTo(receiver.url));
    await connectionIsFree();
    const sending = sender.send(postTo(`${receiver.url}/again`));
    await eventually('it arrives', () => held[0] ?? null);
    await clock.advance(1000);
    held[0]?.destroy();
    const result = await sending;
    assert.deepEqual(result, { kind: 'failed', errorClass: 'connection', durationMs: 1000 });
    assert.equal(receiver.requests.length, 2);
  });

  test('not when an answer had begun', async (t) => {
    const receiver = await openReceiver(
      t,
      closing((socket) => socket.end('HTTP/1.1 20')),
    );
    const sender = openSender(t);
    await sender.send(postTo(receiver.url));
    await connectionIsFree();
    const result = await sender.send(postTo(`${receiver.url}/again`));
    assert.deepEqual(withoutDuration(result), { kind: 'failed', errorClass: 'connection' });
    assert.equal(receiver.requests.length, 2);
  });
});
