import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addressRules } from '../../src/base/address-rules.ts';
import {
  type GuardedRequest,
  type GuardedRequestsOptions,
  openGuardedRequests,
} from '../../src/system/guarded-request.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { type RawAnswer, redirect, say } from '../support/raw-receiver.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';
import { openReceiver } from '../support/webhook-post.ts';

/** Only this address of this machine is listed, so that others of it are strangers. */
const LISTED = addressRules(['127.0.0.1/32']);
const MAX_BYTES = 64 * 1024;
const TOTAL_MS = 20_000;

function openRequests(t: TestContext, options: Partial<GuardedRequestsOptions> = {}) {
  const requests = openGuardedRequests({
    addresses: LISTED,
    clock: systemClock,
    connectMs: 5000,
    maxHeaderBytes: 2048,
    ...options,
  });
  t.after(() => requests.close());
  const orderOf = (url: string, signal: AbortSignal) => ({
    url,
    headers: { accept: 'text/plain' },
    maxBytes: MAX_BYTES,
    totalMs: TOTAL_MS,
    signal,
  });
  const ask = async (order: GuardedRequest) => {
    const reply = await requests.ask(order);
    if (reply.kind === 'unanswered') {
      assert.notEqual(reply.detail, '');
      return reply.why;
    }
    const { status, content } = reply;
    return [status, content === null ? null : Buffer.from(content).toString('utf8')];
  };
  const never = new AbortController().signal;
  return {
    get: (url: string, signal = never, redirects = 3) =>
      ask({ ...orderOf(url, signal), method: 'GET', redirects }),
    post: (url: string, body: string) => ask({ ...orderOf(url, never), method: 'POST', body }),
    detailOf: async (url: string) => {
      const reply = await requests.ask({ ...orderOf(url, never), method: 'GET', redirects: 0 });
      return reply.kind === 'unanswered' ? reply.detail : null;
    },
  };
}

describe('asking the server of a stranger', () => {
  test('one GET goes out, without cookies', async (t) => {
    const receiver = await openReceiver(t, say('there', '404 Not Found', 'set-cookie: a=b'));
    const { get } = openRequests(t);
    assert.deepEqual(await get(`${receiver.url}/x?y=z`), [404, 'there']);
    await get(`${receiver.url}/x?y=z`);
    const [first, second] = receiver.requests;
    assert.equal(first?.line, 'GET /x?y=z HTTP/1.1');
    assert.equal(first?.headers['accept'], 'text/plain');
    assert.equal(first?.headers['accept-encoding'], 'identity');
    assert.deepEqual(second?.headers, first?.headers);
  });

  test('a POST goes out once, with its body', async (t) => {
    const receiver = await openReceiver(t, say('', '201 Created'));
    const { post } = openRequests(t);
    assert.deepEqual(await post(`${receiver.url}/x`, 'hello'), [201, '']);
    const [only, ...more] = receiver.requests;
    assert.equal(only?.line, 'POST /x HTTP/1.1');
    assert.equal(only?.body.toString('utf8'), 'hello');
    assert.deepEqual(more, []);
    const elsewhere = await openReceiver(t, redirect('/other', '307 Temporary Redirect'));
    assert.equal(await post(elsewhere.url, 'hello'), 'bad_redirect');
    assert.equal(elsewhere.requests.length, 1);
  });

  test('an answer that is compressed all the same is read, within the limit', async (t) => {
    const { get } = openRequests(t);
    const gzip = 'content-encoding: gzip';
    const cases: readonly (readonly [RawAnswer, unknown])[] = [
      [say('a', '200 OK', 'content-encoding: identity'), [200, 'a']],
      [say(gzipSync('a'), '404 Not Found', gzip), [404, 'a']],
      [say('not compressed', '200 OK', gzip), [200, null]],
      [say(gzipSync('a'), '200 OK', 'content-encoding: zstd'), [200, null]],
      [say(gzipSync(Buffer.alloc(MAX_BYTES + 1)), '200 OK', gzip), 'too_large'],
    ];
    for (const [answer, expected] of cases) {
      const { url } = await openReceiver(t, answer);
      assert.deepEqual(await get(url), expected);
    }
  });

  test('22 a body is read up to the limit, and an endless one ends its connection', async (t) => {
    const { get } = openRequests(t);
    const full = await openReceiver(t, say('x'.repeat(MAX_BYTES)));
    assert.deepEqual(await get(full.url), [200, 'x'.repeat(MAX_BYTES)]);
    const over = await openReceiver(t, say('x'.repeat(MAX_BYTES + 1)));
    assert.equal(await get(over.url), 'too_large');
    const endless = await openReceiver(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const piece = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const go = (): void => {
        if (!socket.destroyed) socket.write(piece, go);
      };
      go();
    });
    assert.equal(await get(endless.url), 'too_large');
    await endless.idle();
  });

  test('22 headers are read up to the limit', async (t) => {
    const { get } = openRequests(t);
    const { url } = await openReceiver(t, say('', '200 OK', `x-long: ${'x'.repeat(3000)}`));
    assert.equal(await get(url), 'too_large');
  });

  test('22 a slow drip ends with the time that the whole request has', async (t) => {
    let pass = (): void => undefined;
    const clock = {
      ...systemClock,
      sleep: (ms: number) => {
        assert.equal(ms, TOTAL_MS);
        return new Promise<void>((resolve) => {
          pass = resolve;
        });
      },
    };
    const { get } = openRequests(t, { clock });
    const dripping = await openReceiver(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{', () => pass());
    });
    assert.equal(await get(dripping.url), 'timeout');
    await dripping.idle();
    const silent = await openReceiver(t, () => pass());
    assert.equal(await get(silent.url), 'timeout');
    await silent.idle();
  });

  test('a caller that gives up ends the request', async (t) => {
    const gone = new AbortController();
    const receiver = await openReceiver(t, () => gone.abort());
    const { get } = openRequests(t);
    assert.equal(await get(receiver.url, gone.signal), 'timeout');
    await receiver.idle();
  });

  test('a log can say why there is no answer', async (t) => {
    const { detailOf } = openRequests(t);
    const closing = await openReceiver(t, (socket) => socket.destroy());
    assert.match(`${await detailOf(closing.url)}`, /closed/);
    const unknown = await openReceiver(t, say(''), { isTls: true });
    assert.match(`${await detailOf(`https://127.0.0.1:${unknown.port}/`)}`, /certificate/);
  });
});

describe('redirects', () => {
  test('are followed as often as the caller says', async (t) => {
    const { get } = openRequests(t);
    const never = new AbortController().signal;
    let left = 3;
    const { url, requests } = await openReceiver(t, (...call) => {
      left -= 1;
      (left >= 0 ? redirect(`/hop${left}`, '307 Temporary Redirect') : say('there'))(...call);
    });
    assert.deepEqual(await get(url), [200, 'there']);
    assert.equal(requests.length, 4);
    left = 4;
    assert.equal(await get(url), 'bad_redirect');
    assert.equal(requests.length, 8);
    left = 1;
    assert.equal(await get(url, never, 0), 'bad_redirect');
    assert.equal(requests.length, 9);
  });

  test('22 are judged at each hop: not to other addresses of this machine, nor another scheme', async (t) => {
    const inner = await openReceiver(t, say('secret'), { host: '127.0.0.2' });
    const { get } = openRequests(t);
    for (const location of [
      `http://127.0.0.2:${inner.port}/`,
      `//127.0.0.2:${inner.port}/`,
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/',
      'file:///etc/passwd',
      'https://user:pw@pay.example/',
      'ftp://127.0.0.1/',
    ]) {
      const { url } = await openReceiver(t, redirect(location));
      assert.equal(await get(url), 'bad_redirect', location);
    }
    assert.equal(inner.connections, 0);
  });

  test('22 by a name that leads to this machine are blocked at their connection', async (t) => {
    const inner = await openReceiver(t, say('secret'), { host: '127.0.0.2' });
    const { get } = openRequests(t, { resolve: async () => ['127.0.0.2'] });
    const { url } = await openReceiver(t, redirect(`http://inner.example:${inner.port}/`));
    assert.equal(await get(url), 'blocked');
    assert.equal(inner.connections, 0);
  });

  test('22 never lead from https to http', async (t) => {
    const plain = await openReceiver(t, say(''));
    const { get } = openRequests(t, {
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
      resolve: async () => ['127.0.0.1'],
    });
    const secure = await openReceiver(t, redirect(`http://127.0.0.1:${plain.port}/`), {
      isTls: true,
    });
    assert.equal(await get(`https://localhost:${secure.port}/`), 'bad_redirect');
    assert.equal(plain.connections, 0);
  });
});

test('22 without listed networks neither this machine nor plain http is reached', async (t) => {
  const receiver = await openReceiver(t, say(''));
  const { get } = openRequests(t, {
    addresses: addressRules([]),
    resolve: async () => ['127.0.0.1'],
  });
  assert.equal(await get(`http://127.0.0.1:${receiver.port}`), 'blocked');
  assert.equal(await get(`http://pay.example:${receiver.port}`), 'blocked');
  assert.equal(await get('https://pay.example/'), 'blocked');
  assert.equal(receiver.connections, 0);
});
