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

const answering =
  (status: number | string, headers: readonly string[] = [], body = ''): RawAnswer =>
  (socket) => {
    const lines = [`HTTP/1.1 ${status} X`, `content-length: ${Buffer.byteLength(body)}`];
    socket.write([...lines, ...headers, '', body].join('\r\n'));
  };

/** What the sender says of a receiver that answers so. */
async function sendTo(t: TestContext, answer: RawAnswer): Promise<object> {
  const receiver = await openReceiver(t, answer);
  return withoutDuration(await openSender(t).send(postTo(receiver.url)));
}

const answered = (status: number, rest: object = {}) => ({
  ...{ kind: 'answered', status, retryAfter: null, control: null, excerpt: '' },
  ...rest,
});

describe('sending a webhook', () => {
  test('one POST, whose body is the bytes of the text and whose query is kept', async (t) => {
    const receiver = await openReceiver(t);
    const sender = openSender(t);
    const body = '{"memo":"☕ \u2028 \ud83d\ude80 \\u0000"}';
    const headers = { 'content-type': 'application/json', 'svix-id': 'msg_1' };
    await sender.send(postTo(`${receiver.url}/hook/%C3%BC?userId=7&x=%20`, { body, headers }));
    const [request] = receiver.requests;
    assert.equal(request?.line, 'POST /hook/%C3%BC?userId=7&x=%20 HTTP/1.1');
    assert.deepEqual(request?.body, Buffer.from(body));
    assert.deepEqual(request?.headers, {
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'svix-id': 'msg_1',
      'user-agent': 'satchel-webhooks/1',
      'satchel-delivery': '1',
      'content-length': String(Buffer.byteLength(body)),
    });
  });

  for (const status of [
    200, 201, 202, 204, 299, 300, 301, 304, 400, 404, 410, 429, 500, 503, 599,
  ]) {
    test(`W26 an answer of ${status} comes back as what it is`, async (t) => {
      assert.deepEqual(await sendTo(t, answering(status)), answered(status));
    });
  }

  test('W26 an answer of 199 alone is no answer', async (t) => {
    const ended: RawAnswer = (socket) => socket.end('HTTP/1.1 199 X\r\n\r\n');
    assert.deepEqual(await sendTo(t, ended), { kind: 'failed', errorClass: 'connection' });
  });

  test('the headers that say what to do are read, at whatever length and spelling', async (t) => {
    const heard = async (...headers: string[]) => sendTo(t, answering(503, headers));
    assert.deepEqual(await heard('Retry-After: 120'), answered(503, { retryAfter: '120' }));
    const date = 'Fri, 31 Dec 2032 23:59:59 GMT';
    assert.deepEqual(await heard(`retry-after: ${date}`), answered(503, { retryAfter: date }));
    const long = { retryAfter: '9'.repeat(100) };
    assert.deepEqual(await heard(`retry-after: ${'9'.repeat(5000)}`), answered(503, long));
    const first = { retryAfter: '1' };
    assert.deepEqual(await heard('retry-after: 1', 'retry-after: 2'), answered(503, first));
    for (const word of ['abort-message', 'disable'] as const) {
      const control = { control: word };
      assert.deepEqual(await heard(`Webhook-Delivery: ${word}`), answered(503, control));
      assert.deepEqual(
        await heard(`webhook-delivery:  ${word.toUpperCase()} `),
        answered(503, control),
      );
    }
    assert.deepEqual(await heard('webhook-delivery: please-stop'), answered(503));
  });

  test('W51 a redirect to this machine is not followed', async (t) => {
    const inner = await openReceiver(t);
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `location: ${inner.url}/`;
      assert.deepEqual(await sendTo(t, answering(status, [location])), answered(status));
    }
    assert.equal(inner.connections, 0);
  });

  test('W58 what a receiver says is kept short, and harmless where it is shown', async (t) => {
    const said = async (body: string) => {
      const result = await sendTo(t, answering(500, [], body));
      assert('excerpt' in result && typeof result.excerpt === 'string');
      return result.excerpt;
    };
    assert.equal(await said('plain\r\ntwo\tlines'), 'plain\ntwo\tlines');
    assert.equal(await said('<script>alert(1)</script>'), '<script>alert(1)</script>');
    assert.equal(await said('\u001b[2Jgone\u0007\b'), '\\u{001b}[2Jgone\\u{0007}\\u{0008}');
    assert.equal(await said('a\u0000b\u009bc\u007f'), 'a\\u{0000}b\\u{009b}c\\u{007f}');
    assert.equal(await said('\u202etxt.exe\u2066\u200b'), '\\u{202e}txt.exe\\u{2066}\\u{200b}');
    assert.equal(await said('line\rhidden'), 'line\\u{000d}hidden');
    assert.equal(await said('x'.repeat(16_000)), 'x'.repeat(1024));
    const wide = await said('\u0001'.repeat(1024));
    assert(wide.length === 1024 && /^(\\u\{0001\})+/.test(wide));
    const cut = await said(`${'x'.repeat(1023)}🚀`);
    assert(cut.isWellFormed(), 'cut within a character');
    const binary: RawAnswer = (socket) => {
      socket.write('HTTP/1.1 200 X\r\ncontent-length: 3\r\n\r\n');
      socket.write(Buffer.from([0xff, 0xfe, 0x41]));
    };
    assert.deepEqual(await sendTo(t, binary), answered(200, { excerpt: '\ufffd\ufffdA' }));
  });

  test('W64 a proxy of the environment is not used', async (t) => {
    const proxy = await openReceiver(t, ok);
    const receiver = await openReceiver(t, ok);
    const names = ['http_proxy', 'https_proxy', 'all_proxy'];
    const set = [...names, ...names.map((name) => name.toUpperCase()), 'NODE_USE_ENV_PROXY'];
    for (const name of set) process.env[name] = name.startsWith('NODE') ? '1' : proxy.url;
    try {
      const sender = openSender(t);
      const result = await sender.send(postTo(receiver.url));
      assert.equal(result.kind, 'answered');
      const inside = await sender.send(postTo('https://10.0.0.1/'));
      assert.deepEqual(withoutDuration(inside), { kind: 'failed', errorClass: 'blocked' });
    } finally {
      for (const name of set) delete process.env[name];
    }
    assert.equal(proxy.connections, 0);
    assert.equal(receiver.requests.length, 1);
  });

  test('two deliveries to one origin do not wait for one another', async (t) => {
    const held: Socket[] = [];
    const receiver = await openReceiver(t, (socket, request) => {
      if (request.line.includes('/slow')) held.push(socket);
      else ok(socket, request);
    });
    const sender = openSender(t);
    const slow = Array.from({ length: 300 }, () => sender.send(postTo(`${receiver.url}/slow`)));
    await eventually('all slow ones wait', () => (held.length === 300 ? true : null));
    assert.equal((await sender.send(postTo(`${receiver.url}/quick`))).kind, 'answered');
    for (const socket of held) answering(200)(socket, receiver.requests[0] ?? assert.fail());
    assert((await Promise.all(slow)).every((result) => result.kind === 'answered'));
  });

  test('a connection is used again, and no more often than a receiver answers', async (t) => {
    const receiver = await openReceiver(t);
    const sender = openSender(t);
    for (let count = 0; count < 5; count += 1) {
      await sender.send(postTo(receiver.url));
      await connectionIsFree();
    }
    assert.deepEqual([receiver.requests.length, receiver.connections], [5, 1]);
  });
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

  test('whoever asked can end it at any moment, and nothing is sent after that', async (t) => {
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
    await eventually('the name leads here', () => (receiver.connections === 2 ? true : null));
    await receiver.idle();
    assert.equal(receiver.requests.length, 1);
  });
});

describe('W31 an attempt that comes to no answer says of which kind', () => {
  const failureAt = async (t: TestContext, url: string) =>
    withoutDuration(await openSender(t).send(postTo(url)));
  const failed = (errorClass: string) => ({ kind: 'failed', errorClass });

  test('nobody listens', async (t) => {
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

  test('the certificate is nobody’s, or the receiver speaks no TLS', async (t) => {
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
    // It names this one.
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
