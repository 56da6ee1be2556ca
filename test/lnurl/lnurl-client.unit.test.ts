import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addressRules } from '../../src/base/address-rules.ts';
import { type LnurlClientOptions, openLnurlClient } from '../../src/lnurl/http/lnurl-client.ts';
import { MAX_LNURL_ANSWER_BYTES } from '../../src/lnurl/limits.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { type RawAnswer, redirect, say } from '../support/raw-receiver.ts';
import { openReceiver } from '../support/webhook-post.ts';

/** Only this address of this machine is listed, so that others of it are strangers. */
const LISTED = addressRules(['127.0.0.1/32']);

function openClient(t: TestContext, options: Partial<LnurlClientOptions> = {}) {
  const client = openLnurlClient({ addresses: LISTED, clock: systemClock, ...options });
  t.after(() => client.close());
  const never = new AbortController().signal;
  return { get: (url: string, signal = never) => client.get(url, signal) };
}

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

  test('the question bears a name', async (t) => {
    const receiver = await openReceiver(t, say('{}'));
    await openClient(t).get(`${receiver.url}/x?y=z`);
    const [only] = receiver.requests;
    assert.equal(only?.line, 'GET /x?y=z HTTP/1.1');
    assert.equal(only?.headers['user-agent'], 'satchel-lnurl/1');
  });

  test('22 what is no JSON, or not compressed as it says, is no answer', async (t) => {
    const client = openClient(t);
    const cases: readonly (readonly [RawAnswer, string])[] = [
      [say('<html>'), 'not_json'],
      [say(''), 'not_json'],
      [say('{}', '200 OK', 'content-encoding: gzip'), 'not_json'],
      [say(gzipSync('<html>'), '200 OK', 'content-encoding: gzip'), 'not_json'],
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
  });

  test('22 the whole question has 15 seconds', async (t) => {
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
    const silent = await openReceiver(t, () => pass());
    assert.deepEqual(await client.get(silent.url), no('timeout'));
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
});
