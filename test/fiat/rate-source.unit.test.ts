import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createRateSource } from '../../src/fiat/http/rate-source.ts';
import { listenLocally } from '../support/lnurl/payee.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

const NEVER = new AbortController().signal;
let answer = { status: 200, body: '' };
const server = await startScriptedServer((_, reply) => reply.answer(answer.status, answer.body));
after(() => server.close());
const source = createRateSource({
  url: `${server.url}/BTC-{currency}/spot`,
  path: 'data.{currency}',
});

describe('a source of prices', () => {
  test('is asked for the currency, and answers hundredths of it', async () => {
    answer = { status: 200, body: '{"data":{"eur":"64250.5"}}' };
    assert.equal(await source.readCentsPerBtc('EUR', NEVER), 6_425_050n);
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/BTC-EUR/spot'],
    );
  });

  test('may compress, although it is asked not to', async (t) => {
    const seen: (string | undefined)[] = [];
    const compressing = createServer((request, response) => {
      seen.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"EUR":64250.5}'));
    });
    const host = await listenLocally(t, compressing);
    const other = createRateSource({ url: `http://${host}/`, path: '{currency}' });
    assert.equal(await other.readCentsPerBtc('EUR', NEVER), 6_425_050n);
    assert.deepEqual(seen, ['identity']);
  });

  for (const [what, bad] of Object.entries({
    'an error': { status: 500, body: '{"data":{"eur":"64250.5"}}' },
    'no JSON': { status: 200, body: '<html>' },
    'no price': { status: 200, body: '{"data":{}}' },
    'far too much': { status: 200, body: `{"data":{"eur":"1"},"x":"${'x'.repeat(300_000)}"}` },
  })) {
    test(`that answers ${what} gives none`, async () => {
      answer = bad;
      await assert.rejects(source.readCentsPerBtc('EUR', NEVER));
    });
  }

  test('is left when the process stops', async () => {
    await assert.rejects(source.readCentsPerBtc('EUR', AbortSignal.abort()));
  });
});
