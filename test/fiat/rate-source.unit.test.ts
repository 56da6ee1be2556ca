import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { KNOWN_RATE_SOURCES, type RateSourceSetting } from '../../src/base/rate-source-setting.ts';
import { createRateSource } from '../../src/fiat/http/rate-source.ts';
import { planOf } from '../../src/fiat/known-sources.ts';
import { listenLocally } from '../support/lnurl/payee.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

const NEVER = new AbortController().signal;
let answers: Readonly<Record<string, { status: number; body: string }>> = {};
const server = await startScriptedServer(({ path }, reply) => {
  const { status, body } = answers[path] ?? { status: 404, body: '{}' };
  return reply.answer(status, body);
});
after(() => server.close());

/** As the setting says, but asked here. `asked` are the addresses that it would have called. */
function sourceHere(setting: RateSourceSetting) {
  const { name, planRequests } = planOf(setting);
  const asked: string[] = [];
  const source = createRateSource(name, (currencies) =>
    planRequests(currencies).map(({ url, paths }) => {
      asked.push(url);
      const { pathname, search } = new URL(url);
      return { url: `${server.url}${pathname}${search}`, paths };
    }),
  );
  return { source, asked };
}

const fromUrl = (path: string, url = 'https://rates.example/BTC-{currency}/spot') =>
  sourceHere({ kind: 'url', url, path });

/** In the forms of their documentation. */
const TICKER = {
  a: ['64260.10000', '1', '1.000'],
  b: ['64250.00000', '2', '2.000'],
  c: ['64250.50000', '0.00200000'],
  o: '64001.00000',
};
const RECORDED = {
  coingecko: {
    'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&precision=2&vs_currencies=eur,usd,brl':
      { bitcoin: { eur: 64250.5, usd: 70000.12, brl: 350000 } },
  },
  kraken: {
    'https://api.kraken.com/0/public/Ticker?pair=XXBTZEUR,XXBTZUSD': {
      error: [],
      result: { XXBTZEUR: TICKER, XXBTZUSD: { ...TICKER, c: ['70000.12000', '0.1'] } },
    },
  },
  coinbase: {
    'https://api.coinbase.com/v2/exchange-rates?currency=BTC': {
      data: {
        currency: 'BTC',
        rates: { EUR: '64250.5', USD: '70000.125', BRL: '350000.0', XYZ: '1' },
      },
    },
  },
  bitstamp: {
    'https://www.bitstamp.net/api/v2/ticker/btceur/': { last: '64250.50', open: '1', bid: '2' },
    'https://www.bitstamp.net/api/v2/ticker/btcusd/': { last: '70000.12', open: '1', bid: '2' },
  },
};
const HAS_BRL: readonly string[] = ['coingecko', 'coinbase'];

for (const name of KNOWN_RATE_SOURCES) {
  test(`${name} is asked in its form`, async () => {
    const recorded = Object.entries(RECORDED[name]);
    answers = Object.fromEntries(
      recorded.map(([address, body]) => {
        const { pathname, search } = new URL(address);
        return [`${pathname}${search}`, { status: 200, body: JSON.stringify(body) }];
      }),
    );
    const { source, asked } = sourceHere({ kind: 'known', name });
    const prices = await source.readPrices(['EUR', 'USD', 'BRL'], NEVER);
    assert.deepEqual(
      asked,
      recorded.map(([address]) => address),
    );
    assert.equal(prices.get('EUR'), 6_425_050n);
    assert.equal(prices.get('USD'), 7_000_012n);
    assert.equal(prices.get('BRL'), HAS_BRL.includes(name) ? 35_000_000n : undefined);
  });
}

test('a source that has none of the currencies is not called', async () => {
  for (const name of ['kraken', 'bitstamp'] as const) {
    const { source, asked } = sourceHere({ kind: 'known', name });
    assert.equal((await source.readPrices(['BRL'], NEVER)).size, 0);
    assert.deepEqual(asked, []);
  }
});

describe('an address of prices', () => {
  const EUR = '/BTC-EUR/spot';

  test('is asked for each currency, and tells those that it has', async () => {
    answers = { [EUR]: { status: 200, body: '{"data":{"eur":"64250.5"}}' } };
    const { source, asked } = fromUrl('data.{currency}');
    const prices = await source.readPrices(['EUR', 'XXX'], NEVER);
    assert.deepEqual([...prices], [['EUR', 6_425_050n]]);
    assert.equal(asked.length, 2);
  });

  test('is asked once where one answer has all currencies', async () => {
    answers = { '/all': { status: 200, body: '{"EUR":{"last":64250.5},"USD":{"last":70000}}' } };
    const { source, asked } = fromUrl('{currency}.last', 'https://rates.example/all');
    const prices = await source.readPrices(['EUR', 'USD'], NEVER);
    assert.deepEqual([...prices.values()], [6_425_050n, 7_000_000n]);
    assert.equal(asked.length, 1);
  });

  test('is called by its host in the log, as the rest may hold a key', () => {
    assert.equal(
      fromUrl('a', 'https://rates.example/{currency}?key=b').source.name,
      'rates.example',
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
    const { name, planRequests } = planOf({
      kind: 'url',
      url: `http://${host}/`,
      path: '{currency}',
    });
    const prices = await createRateSource(name, planRequests).readPrices(['EUR'], NEVER);
    assert.equal(prices.get('EUR'), 6_425_050n);
    assert.deepEqual(seen, ['identity']);
  });

  for (const [what, bad] of Object.entries({
    'an error': { status: 500, body: '{"data":{"eur":"64250.5"}}' },
    'no JSON': { status: 200, body: '<html>' },
    'far too much': { status: 200, body: `{"data":{"eur":"1"},"x":"${'x'.repeat(300_000)}"}` },
  })) {
    test(`that answers ${what} does not answer`, async () => {
      answers = { [EUR]: bad };
      await assert.rejects(fromUrl('data.{currency}').source.readPrices(['EUR'], NEVER));
    });
  }

  test('that answers no price has none', async () => {
    answers = { [EUR]: { status: 200, body: '{"data":{}}' } };
    assert.equal((await fromUrl('data.{currency}').source.readPrices(['EUR'], NEVER)).size, 0);
  });

  test('is left when the process stops', async () => {
    answers = { [EUR]: { status: 200, body: '{"data":{"eur":"64250.5"}}' } };
    const stopped = AbortSignal.abort();
    await assert.rejects(fromUrl('data.{currency}').source.readPrices(['EUR'], stopped));
  });
});
