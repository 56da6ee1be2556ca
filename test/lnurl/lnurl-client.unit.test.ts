import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addressRules } from '../../src/base/address-rules.ts';
import { type LnurlClientOptions, openLnurlClient } from '../../src/lnurl/http/lnurl-client.ts';
import { MAX_LNURL_ANSWER_BYTES } from '../../src/lnurl/limits.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import type { RawAnswer } from '../support/raw-receiver.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';
import { openReceiver } from '../support/webhook-post.ts';

/** Only this address of this machine is listed, so that others of it are strangers. */
const LISTED = addressRules(['127.0.0.1/32']);

function openClient(t: TestContext, options: Partial<LnurlClientOptions> = {}) {
  const client = openLnurlClient({ addresses: LISTED, clock: systemClock, ...options });
  t.after(() => client.close());
  const never = new AbortController().signal;
  return { get: (url: string, signal = never) => client.get(url, signal) };
}

const say =
  (body: string | Uint8Array, head = '200 OK', ...headers: string[]): RawAnswer =>
  (socket) => {
    const lines = [...headers, `content-length: ${Buffer.byteLength(body)}`];
    socket.write(`HTTP/1.1 ${head}\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body);
  };

const redirect = (location: string, status = '302 Found'): RawAnswer =>
  say('', status, `location: ${location}`);

const no = (why: string) => ({ kind: 'unanswered', why });
const yes = (body: unknown, status = 200) => ({ kind: 'answered', status, body });

describe('asking a payee’s server', () => {
  test('JSON is answered with its status, whatever it is called', async (t) => {
    const client = openClient(t);
    const { url } = await openReceiver(t, say('{"a":[1]}', '200 OK', 'content-type: text/html'));
    assert.deepEqual(await client.get(`${url}/x?y=z`), yes({ a: [1] }));
    const gone = await openReceiver(t, say('{"status":"ERROR"}', '404 Not Found'));
    assert.deepEqual(await client.get(gone.url), yes({ status: 'ERROR' }, 404));
  });

  test('one GET goes out, without cookies and with a name', async (t) => {
    const receiver = await openReceiver(t, say('{}', '200 OK', 'set-cookie: a=b'));
    const client = openClient(t);
    await client.get(`${receiver.url}/x?y=z`);
    await client.get(`${receiver.url}/x?y=z`);
    const [first, second] = receiver.requests;
    assert.equal(first?.line, 'GET /x?y=z HTTP/1.1');
    assert.equal(first?.headers['user-agent'], 'satchel-lnurl/1');
    assert.equal(first?.headers['accept-encoding'], 'identity');
    assert.deepEqual(second?.headers, first?.headers);
  });

  test('a server that compresses all the same is understood, within the limit', async (t) => {
    const client = openClient(t);
    const cases: readonly (readonly [RawAnswer, object])[] = [
      [say('{"a":1}', '200 OK', 'content-encoding: identity'), yes({ a: 1 })],
      [say(gzipSync('{"a":1}'), '404 Not Found', 'content-encoding: gzip'), yes({ a: 1 }, 404)],
      [say(gzipSync('<html>'), '200 OK', 'content-encoding: gzip'), no('not_json')],
      [say(gzipSync('{"a":1}'), '200 OK', 'content-encoding: zstd'), no('not_json')],
      [
        say(gzipSync(Buffer.alloc(257 * 1024)), '200 OK', 'content-encoding: gzip'),
        no('too_large'),
      ],
    ];
    for (const [answer, expected] of cases) {
      const { url } = await openReceiver(t, answer);
      assert.deepEqual(await client.get(url), expected);
    }
  });

  test('22 what is no JSON, or not compressed as it says, is no answer', async (t) => {
    const client = openClient(t);
    const cases: readonly (readonly [RawAnswer, string])[] = [
      [say('<html>'), 'not_json'],
      [say(''), 'not_json'],
      [say('{}', '200 OK', 'content-encoding: gzip'), 'not_json'],
      [say('no such page', '404 Not Found'), 'not_found'],
      [say('<html>Bad gateway', '502 Bad Gateway'), 'server_error'],
      [(socket) => socket.end('hello\r\n\r\n'), 'no_connection'],
      [(socket) => socket.destroy(), 'no_connection'],
    ];
    for (const [answer, why] of cases) {
      const { url } = await openReceiver(t, answer);
      assert.deepEqual(await client.get(url), no(why));
    }
  });

  test('22 a body of 256 KiB is read, one of 257 KiB is not', async (t) => {
    const client = openClient(t);
    const fits = JSON.stringify('x'.repeat(MAX_LNURL_ANSWER_BYTES - 2));
    const full = await openReceiver(t, say(fits));
    assert.equal((await client.get(full.url)).kind, 'answered');
    const tooMuch = JSON.stringify('x'.repeat(257 * 1024));
    const over = await openReceiver(t, say(tooMuch));
    assert.deepEqual(await client.get(over.url), no('too_large'));
    const endless = await openReceiver(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const piece = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const go = (): void => {
        if (!socket.destroyed) socket.write(piece, go);
      };
      go();
    });
    assert.deepEqual(await client.get(endless.url), no('too_large'));
    await endless.idle();
  });

  test('22 a slow drip ends with the time that the whole question has', async (t) => {
    let pass = (): void => undefined;
    const clock = {
      ...systemClock,
      sleep: (ms: number) => {
        assert.equal(ms, 15_000);
        return new Promise<void>((resolve) => {
          pass = resolve;
        });
      },
    };
    const client = openClient(t, { clock });
    const dripping = await openReceiver(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{', () => pass());
    });
    assert.deepEqual(await client.get(dripping.url), no('timeout'));
    await dripping.idle();
    const silent = await openReceiver(t, () => pass());
    assert.deepEqual(await client.get(silent.url), no('timeout'));
    await silent.idle();
  });

  test('a caller that gives up ends the question', async (t) => {
    const gone = new AbortController();
    const receiver = await openReceiver(t, () => gone.abort());
    const client = openClient(t);
    assert.deepEqual(await client.get(receiver.url, gone.signal), no('timeout'));
    await receiver.idle();
  });

  test('redirects are followed three times', async (t) => {
    const client = openClient(t);
    let left = 3;
    const { url, requests } = await openReceiver(t, (...call) => {
      left -= 1;
      (left >= 0 ? redirect(`/hop${left}`, '307 Temporary Redirect') : say('"there"'))(...call);
    });
    assert.deepEqual(await client.get(url), yes('there'));
    assert.equal(requests.length, 4);
    left = 4;
    assert.deepEqual(await client.get(url), no('bad_redirect'));
  });

  test('22 each hop is judged: not to other addresses of this machine, nor another scheme', async (t) => {
    const inner = await openReceiver(t, say('{"secret":1}'), { host: '127.0.0.2' });
    const client = openClient(t);
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
      assert.deepEqual(await client.get(url), no('bad_redirect'), location);
    }
    assert.equal(inner.connections, 0);
  });

  test('22 a redirect by a name that leads to this machine is blocked at its connection', async (t) => {
    const inner = await openReceiver(t, say('{"secret":1}'), { host: '127.0.0.2' });
    const client = openClient(t, { resolve: async () => ['127.0.0.2'] });
    const { url } = await openReceiver(t, redirect(`http://inner.example:${inner.port}/`));
    assert.deepEqual(await client.get(url), no('blocked'));
    assert.equal(inner.connections, 0);
  });

  test('22 https is never left for http', async (t) => {
    const plain = await openReceiver(t, say('{}'));
    const client = openClient(t, {
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
      resolve: async () => ['127.0.0.1'],
    });
    const secure = await openReceiver(t, redirect(`http://127.0.0.1:${plain.port}/`), {
      isTls: true,
    });
    assert.deepEqual(await client.get(`https://localhost:${secure.port}/`), no('bad_redirect'));
    assert.equal(plain.connections, 0);
  });

  test('22 without listed networks neither this machine nor plain http is reached', async (t) => {
    const receiver = await openReceiver(t, say('{}'));
    const client = openClient(t, {
      addresses: addressRules([]),
      resolve: async () => ['127.0.0.1'],
    });
    assert.deepEqual(await client.get(`http://127.0.0.1:${receiver.port}`), no('blocked'));
    assert.deepEqual(await client.get(`http://pay.example:${receiver.port}`), no('blocked'));
    assert.deepEqual(await client.get('https://pay.example/'), no('blocked'));
    assert.equal(receiver.connections, 0);
  });
});
