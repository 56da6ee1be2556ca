import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.ts';
import type { RawAnswer } from '../support/raw-receiver.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { openReceiver, openSender, postTo, withoutDuration } from '../support/webhook-post.ts';

const MEGABYTE = 1_048_576;
/** What the two kernels may hold of what no one reads. */
const IN_BETWEEN = 16 * MEGABYTE;

const failed = (errorClass: string) => ({ kind: 'failed', errorClass });
const answered = (excerpt: string, status = 200) => ({
  kind: 'answered',
  status,
  retryAfter: null,
  control: null,
  excerpt,
});
const OPEN_BODY = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const asChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Writes so long as it is let, as fast as it is read; answers how many bytes went out. */
function flood(socket: Socket, block: string | Buffer, blocks: number): () => number {
  let left = blocks;
  let sent = 0;
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      sent += Buffer.byteLength(block);
      if (!socket.write(block)) {
        socket.once('drain', more);
        return;
      }
    }
  };
  more();
  return () => sent;
}

/** The result, and the proof that the receiver was left when it came. */
async function sendTo(t: TestContext, answer: RawAnswer): Promise<object> {
  const receiver = await openReceiver(t, answer);
  const result = await openSender(t).send(postTo(receiver.url));
  return withoutDuration(result);
}

/** Against one that goes on without end: sends, and lets time pass once it has begun. */
async function sendPatiently(t: TestContext, answer: RawAnswer) {
  const clock = createVirtualClock();
  const receiver = await openReceiver(t, answer);
  const sending = openSender(t, { clock }).send(postTo(receiver.url));
  const pass = async (ms: number): Promise<void> => {
    await eventually('the request arrives', () => receiver.requests[0] ?? null);
    await clock.advance(ms);
  };
  return { sending, pass, receiver };
}

describe('receivers of ill will', () => {
  test('W57 a body of 200 MB is left after its beginning, and its status counts', async (t) => {
    let sent = (): number => 0;
    const result = await sendTo(t, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${200 * MEGABYTE}\r\n\r\n`);
      sent = flood(socket, 'x'.repeat(MEGABYTE), 200);
    });
    assert.deepEqual(result, answered('x'.repeat(1024)));
    assert(sent() < IN_BETWEEN, `${sent()} bytes were taken`);
  });

  test('W57 chunks without end are left too', async (t) => {
    let sent = (): number => 0;
    const result = await sendTo(t, (socket) => {
      socket.write(OPEN_BODY);
      sent = flood(socket, asChunk('y'.repeat(1000)), Number.POSITIVE_INFINITY);
    });
    assert.deepEqual(result, answered('y'.repeat(1024)));
    assert(sent() < IN_BETWEEN);
  });

  test('W57 extensions of chunks without end are left too', async (t) => {
    const { sending, pass, receiver } = await sendPatiently(t, (socket) => {
      socket.write(`${OPEN_BODY}2;`);
      flood(socket, 'e'.repeat(1000), 100_000);
    });
    await pass(0);
    await eventually('it has begun', () => receiver.requests[0] ?? null);
    const late = pass(2000);
    const result = withoutDuration(await sending);
    assert.deepEqual(result, answered(''));
    await late;
    await receiver.idle();
  });

  test('W57 a body that drips keeps no one longer than 2 s', async (t) => {
    const drip: RawAnswer = (socket) => {
      socket.write(`${OPEN_BODY}${asChunk('drop')}`);
    };
    const { sending, pass, receiver } = await sendPatiently(t, drip);
    await pass(0);
    let result: object | null = null;
    void sending.then((value) => {
      result = withoutDuration(value);
    });
    await eventually('the answer ends', async () => {
      await pass(500);
      return result;
    });
    assert.deepEqual(result, answered('drop'));
    assert((await sending).durationMs < 15_000);
    await receiver.idle();
  });

  test('W57 a head that drips is cut off after 15 s', async (t) => {
    let drips: Socket | null = null;
    const { sending, pass, receiver } = await sendPatiently(t, (socket) => {
      drips = socket;
      socket.write('HTTP/1.1 200 OK\r\n');
    });
    for (let second = 0; second < 15; second += 1) {
      await pass(1000);
      (drips as Socket | null)?.write(`x-${second}: 1\r\n`);
    }
    assert.deepEqual(await sending, { ...failed('timeout'), durationMs: 15_000 });
    await receiver.idle();
  });

  test('W57 a bomb is not unpacked', async (t) => {
    const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE));
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const result = await sendTo(t, (socket) => {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`,
        );
        socket.write(bomb);
      });
      // Unpacking stops where it would be too much, and what is unpacked is no text.
      assert('excerpt' in result && typeof result.excerpt === 'string');
      assert(result.excerpt.length <= 1024);
    }
  });

  test('W57 one header of 1 MB, and headers without end, are too much', async (t) => {
    let sent = (): number => 0;
    const one = await sendTo(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-big: ');
      sent = flood(socket, 'h'.repeat(65_536), 16);
    });
    assert.deepEqual(one, failed('too_large'));
    const many = await sendTo(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      sent = flood(socket, 'x-more: and more\r\n'.repeat(100), Number.POSITIVE_INFINITY);
    });
    assert.deepEqual(many, failed('too_large'));
    assert(sent() < IN_BETWEEN);
    const trailer = await sendTo(t, (socket) => {
      socket.write(`${OPEN_BODY}0\r\n`);
      flood(socket, 'x-more: and more\r\n'.repeat(100), 1000);
    });
    assert.deepEqual(trailer, answered(''), 'the status was there already');
  });

  test('W57 a thousand small headers are an answer', async (t) => {
    const result = await sendTo(t, (socket) => {
      const headers = Array.from({ length: 1000 }, (_, index) => `x-${index}: 1\r\n`);
      socket.write(`HTTP/1.1 200 OK\r\n${headers.join('')}content-length: 0\r\n\r\n`);
    });
    assert.deepEqual(result, answered(''));
  });

  test('W57 a chunk that is none: the status stays', async (t) => {
    const result = await sendTo(t, (socket) => socket.write(`${OPEN_BODY}zzz\r\nnot a chunk\r\n`));
    assert.deepEqual(result, answered(''));
  });

  test('W57 what is no HTTP/1.1 is no answer', async (t) => {
    for (const text of [
      'hello\r\n',
      '<html>an answer of HTTP/0.9</html>',
      'ICY 200 OK\r\n\r\n',
      'HTTP/1.1 2000 OK\r\n\r\n',
      'HTTP/1.1 abc OK\r\n\r\n',
      'SSH-2.0-OpenSSH_9.2\r\n',
      '220 mail.example.com ESMTP\r\n',
      '\u0000\u0001\u0002',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
      'HTTP/1.1 200 OK\r\nbad header\r\n\r\n',
    ]) {
      const result = await sendTo(t, (socket) => socket.write(text));
      assert.deepEqual(result, failed('protocol'), JSON.stringify(text));
    }
  });

  test('W57 a connection that closes early', async (t) => {
    const closing =
      (text: string): RawAnswer =>
      (socket) =>
        socket.end(text);
    const beforeTheEnd = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart';
    assert.deepEqual(await sendTo(t, closing('HTTP/1.1 200 OK\r\nx-a: ')), failed('connection'));
    assert.deepEqual(await sendTo(t, closing(beforeTheEnd)), answered('part'));
    assert.deepEqual(await sendTo(t, closing(`${OPEN_BODY}4\r\npa`)), answered('pa'));
    assert.deepEqual(
      await sendTo(t, closing(beforeTheEnd.replace('200', '503'))),
      answered('part', 503),
    );
  });

  test('W57 more answers than there were requests serve no one', async (t) => {
    const smuggled = 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nsmuggled';
    const receiver = await openReceiver(t, (socket, request) => {
      const status = request.line.includes('/first') ? 500 : 404;
      socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`);
      if (status === 500) socket.write(smuggled);
    });
    const sender = openSender(t);
    const first = sender.send(postTo(`${receiver.url}/first`));
    assert.deepEqual(withoutDuration(await first), answered('', 500));
    await eventually('the connection is given up', async () => {
      const next = withoutDuration(await sender.send(postTo(receiver.url)));
      assert.deepEqual(next, answered('', 404));
      return receiver.connections > 1 ? true : null;
    });
  });

  test('W57 a flood of "continue" is no answer', async (t) => {
    let sent = (): number => 0;
    const result = await sendTo(t, (socket) => {
      sent = flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), Number.POSITIVE_INFINITY);
    });
    assert.deepEqual(result, failed('protocol'));
    assert(sent() < IN_BETWEEN);
  });

  test('W57 no one switches protocols', async (t) => {
    for (const protocol of ['websocket', 'h2c']) {
      const result = await sendTo(t, (socket) =>
        socket.write(
          `HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`,
        ),
      );
      assert.deepEqual(result, failed('protocol'));
    }
  });

  test('W57 hints before the answer are read over, a flood of them is not', async (t) => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n';
    const end = 'HTTP/1.1 204 No Content\r\n\r\n';
    assert.deepEqual(
      await sendTo(t, (socket) => socket.write(hint.repeat(3) + end)),
      answered('', 204),
    );
    let sent = (): number => 0;
    const result = await sendTo(t, (socket) => {
      sent = flood(socket, hint.repeat(100), Number.POSITIVE_INFINITY);
    });
    assert.deepEqual(result, failed('protocol'));
    assert(sent() < IN_BETWEEN);
  });

  test('W57 after all of them the sender still serves an honest one', async (t) => {
    const sender = openSender(t);
    const rude = await openReceiver(t, (socket) => socket.write('garbage\r\n\r\n'));
    const honest = await openReceiver(t);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        sender.send(postTo(index % 2 === 0 ? rude.url : honest.url)),
      ),
    );
    const kinds = results.map((result) => withoutDuration(result));
    assert.deepEqual(kinds[0], failed('protocol'));
    assert.equal(kinds.filter((kind) => 'status' in kind).length, 50);
  });
});
