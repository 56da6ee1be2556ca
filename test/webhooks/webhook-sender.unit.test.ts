import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.ts';
import { ok, type RawAnswer } from '../support/raw-receiver.ts';
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
  kind: 'answered',
  status,
  retryAfter: null,
  control: null,
  excerpt: '',
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
      'accept-encoding': 'identity',
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

  test('W58 what a receiver compresses is read, unless it holds far more', async (t) => {
    const compressed =
      (text: string): RawAnswer =>
      (socket) => {
        const body = gzipSync(text);
        const lines = ['content-encoding: gzip', `content-length: ${body.length}`];
        socket.write(`HTTP/1.1 400 X\r\n${lines.join('\r\n')}\r\n\r\n`);
        socket.write(body);
      };
    const said = await sendTo(t, compressed('no such order'));
    assert.deepEqual(said, answered(400, { excerpt: 'no such order' }));
    const bomb = await sendTo(t, compressed(' '.repeat(1_000_000)));
    assert.deepEqual(bomb, answered(400, { excerpt: '' }));
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
