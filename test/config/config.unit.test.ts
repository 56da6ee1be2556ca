import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { VARIABLES } from '../../src/config/variables.ts';

function complaintsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.message;
  }
  return '';
}

describe('the configuration', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 3000);
    assert.equal(config.database.url, null);
    assert.deepEqual(config.lightning, { kind: 'simulated' });
    assert.equal(config.payments.feeReservePpm, 10_000n);
    assert.equal(config.payments.waitSec, 60);
    assert.equal(config.signup, 'invite');
    assert.equal(config.rateLimit.isOn, true);
  });

  it('reads external relays, without slashes at their ends', () => {
    const read = (text: string) => readConfig({ SATCHEL_NWC_RELAYS: text }).nwc.externalRelays;
    assert.deepEqual(readConfig({}).nwc.externalRelays, []);
    assert.deepEqual(read('wss://one.example/, ws://10.0.0.7:7000/nostr'), [
      'wss://one.example',
      'ws://10.0.0.7:7000/nostr',
    ]);
    const ten = Array.from({ length: 10 }, (_, index) => `wss://${index}.example`);
    for (const wrong of [
      'https://one.example',
      'one.example',
      'wss://one.example,',
      'wss://one.example, wss://one.example/',
      'wss://user:word@one.example',
      'wss://one.example/#a',
      ten.join(','),
    ]) {
      assert.match(complaintsOf({ SATCHEL_NWC_RELAYS: wrong }), /SATCHEL_NWC_RELAYS/, wrong);
    }
  });

  it('reads public addresses as browsers write them', () => {
    const read = (text: string) => readConfig({ SATCHEL_AUTH_URL: text }).authUrl;
    assert.equal(read('HTTPS://Wallet.Example.COM:443/'), 'https://wallet.example.com');
    assert.equal(read('https://m\u00fcnchen.example//'), 'https://xn--mnchen-3ya.example');
    assert.equal(read('http://127.0.0.1:3000'), 'http://127.0.0.1:3000');
    const { nwc } = readConfig({ SATCHEL_RELAY_URL: 'wss://Relay.Example/nwc//' });
    assert.equal(nwc.relayUrl, 'wss://relay.example/nwc');
  });

  it('leaves a slash to the source of rates, whose address may need it', () => {
    const url = 'https://rates.example/{currency}/';
    const [source] = readConfig({ SATCHEL_RATES: url }).rates.sources;
    assert.deepEqual(source, { kind: 'url', url, path: 'data.amount' });
  });

  it('reads sources of rates in their order, and where their prices stand', () => {
    const text = 'kraken, https://rates.example/all#price.{currency}, coingecko';
    assert.deepEqual(readConfig({ SATCHEL_RATES: text }).rates.sources, [
      { kind: 'known', name: 'kraken' },
      { kind: 'url', url: 'https://rates.example/all', path: 'price.{currency}' },
      { kind: 'known', name: 'coingecko' },
    ]);
    assert.deepEqual(readConfig({}).rates.sources, []);
  });

  it('says what to write in place of the settings of rates that were', () => {
    const complaint = complaintsOf({
      SATCHEL_RATES_URL: 'https://rates.example/{currency}?key=canary',
      SATCHEL_RATES_PATH: 'data.amount',
    });
    assert.match(complaint, /SATCHEL_RATES_URL is part of SATCHEL_RATES now: write SATCHEL_RATES=/);
    assert.match(complaint, /SATCHEL_RATES_PATH is part of SATCHEL_RATES now/);
    assert.doesNotMatch(complaint, /canary/);
  });

  it('refuses a name of ours behind a mark that no one sees', () => {
    const complaint = complaintsOf({ '\uFEFFSATCHEL_LIGHTNING': 'lnd' });
    assert.match(complaint, /SATCHEL_LIGHTNING is not a known setting/);
  });

  it('takes an empty text for absence', () => {
    assert.equal(readConfig({ SATCHEL_PORT: '' }).port, 3000);
  });

  it('leaves names alone that are not ours', () => {
    assert.equal(complaintsOf({ PATH: '/bin', PORT: 'x', satchel_port: 'x' }), '');
  });

  it('refuses a name with a typing error and tells the nearest', () => {
    assert.match(complaintsOf({ SATCHEL_DATABSE_URL: 'x' }), /SATCHEL_DATABASE_URL/);
  });

  it('lists everything that is wrong at once', () => {
    const complaint = complaintsOf({
      SATCHEL_PORT: '65536',
      SATCHEL_LIGHTNING: 'cln',
      SATCHEL_SECRET_KEY: 'abc',
      SATCHEL_PROT: '1',
    });
    for (const part of [
      'SATCHEL_PORT takes a whole number from 0 to 65535',
      'SATCHEL_LIGHTNING takes "simulated" or "lnd"',
      'SATCHEL_SECRET_KEY takes 64 hex digits (32 bytes)',
      'SATCHEL_PROT is not a known setting',
    ]) {
      assert(complaint.includes(part), part);
    }
  });

  it('takes no path with quotes, ~ or $, from wherever it came', () => {
    const paths = [
      'SATCHEL_DATA_DIR',
      'SATCHEL_BACKUP_FOLDER',
      'SATCHEL_BACKUP_KEY_FILE',
      'SATCHEL_LND_MACAROON_FILE',
      'SATCHEL_LND_TLS_CERT_FILE',
    ];
    for (const name of paths) {
      for (const wrong of ['"/data"', "'/data'", '"/data', "/data'", '~', '~/data', '$HOME/data']) {
        assert.match(complaintsOf({ [name]: wrong }), new RegExp(`${name} .*quotes`), wrong);
      }
      for (const wrong of [' /data', '/data ', '/data\t']) {
        assert.match(complaintsOf({ [name]: wrong }), new RegExp(`${name} .*spaces`), wrong);
      }
      for (const right of ['/data', './it"s', '/a ~/b', 'C:\\data']) {
        assert.equal(complaintsOf({ [name]: right }), '', right);
      }
    }
  });

  it('takes nothing that stands in quotes, which tools hand on as a part of the value', () => {
    for (const [name, value] of [
      ['SATCHEL_SITE_NAME', 'Tea House'],
      ['SATCHEL_HOST', '127.0.0.1'],
      ['SATCHEL_PORT', '3000'],
      ['SATCHEL_MAIL_FROM', 'tea@example.com'],
      ['SATCHEL_OPERATOR_CONTACT', 'tea@example.com'],
    ] as const) {
      for (const quote of ['"', "'", '`']) {
        const said = complaintsOf({ [name]: quote + value + quote });
        assert.match(said, new RegExp(`${name} has quotes around it`));
      }
      assert.equal(complaintsOf({ [name]: value }), '');
    }
    assert.equal(complaintsOf({ SATCHEL_SITE_NAME: '"Tea" House' }), '');
    assert.equal(complaintsOf({ SATCHEL_MAIL_FROM: '"Tea House" <tea@example.com>' }), '');
  });

  it('refuses what the driver reads otherwise than other programs, and says what to write', () => {
    const said = (query: string): string =>
      complaintsOf({ SATCHEL_DATABASE_URL: `postgres://me:canary@db.example/wallet?${query}` });
    for (const [query, words] of [
      ['sslmode=prefer', /sslmode=prefer: write sslmode=verify-full/],
      ['sslmode=allow', /sslmode=allow: write sslmode=verify-full/],
      ['sslmode=verify-ca&sslrootcert=/ca.pem', /sslmode=verify-ca: write sslmode=verify-full/],
      ['sslmode=canary', /this sslmode: write sslmode=verify-full/],
      ['sslmode=', /this sslmode: write/],
      ['ssl=false', /may not have ssl in its query: write sslmode=/],
      ['ssl=true', /may not have ssl in its query/],
      ['sslmode=require&uselibpqcompat=true', /uselibpqcompat/],
      ['sslmode=verify-full&sslcrl=/list', /sslcrl/],
      ['service=wallet', /service/],
      ['target_session_attrs=read-write', /lead to the primary/],
      ['sslrootcert=/ca.pem', /has sslrootcert, which counts only with sslmode=verify-full/],
      ['sslmode=disable&sslkey=/key.pem', /has sslkey, which counts only/],
      ['sslmode=verify-full&sslrootcert=system', /without sslrootcert the known authorities/],
      ['sslmode=verify-full&sslrootcert=~/ca.pem', /has sslrootcert, which takes a path/],
    ] as const) {
      assert.match(said(query), words, query);
      assert.match(said(query), /^.*SATCHEL_DATABASE_URL/s);
      assert.doesNotMatch(said(query), /canary/);
    }
    for (const query of [
      'sslmode=disable',
      'sslmode=no-verify',
      'sslmode=verify-full',
      'sslmode=verify-full&sslrootcert=/ca.pem',
      'options=-c%20geqo%3Doff',
    ]) {
      assert.equal(said(query), '', query);
    }
  });

  it('never repeats a value that may be a secret', () => {
    const secret = 'correct horse battery staple';
    const environment = Object.fromEntries(
      Object.values(VARIABLES).map((variable) => [variable.name, secret]),
    );
    assert(!complaintsOf(environment).includes(secret));
  });

  it('prefers its own name of the database, and reads the usual one', () => {
    const [own, usual] = ['postgres://a/own', 'postgres://a/usual'];
    assert.equal(readConfig({ DATABASE_URL: usual }).database.url, usual);
    const both = readConfig({ DATABASE_URL: usual, SATCHEL_DATABASE_URL: own }).database;
    assert.equal(both.url, own);
    assert.equal(both.migrateUrl, own);
  });

  it('needs address and macaroon for LND', () => {
    assert.match(complaintsOf({ SATCHEL_LIGHTNING: 'lnd' }), /SATCHEL_LND_MACAROON_FILE/);
    assert.deepEqual(
      readConfig({
        SATCHEL_LIGHTNING: 'lnd',
        SATCHEL_LND_REST_URL: 'https://lnd.example:8080/',
        SATCHEL_LND_MACAROON_FILE: '/m',
      }).lightning,
      {
        kind: 'lnd',
        restUrl: 'https://lnd.example:8080',
        grpcUrl: null,
        macaroonFile: '/m',
        tlsCertFile: null,
      },
    );
  });
});

describe('a value', () => {
  const taken: readonly (readonly [name: string, text: string])[] = [
    ['SATCHEL_PORT', '0'],
    ['SATCHEL_PORT', '65535'],
    ['SATCHEL_LND_REST_URL', 'http://127.0.0.1:8080'],
    ['SATCHEL_LND_REST_URL', 'http://127.9.9.9:8080'],
    ['SATCHEL_LND_REST_URL', 'http://localhost:8080'],
    ['SATCHEL_LND_REST_URL', 'http://[::1]:8080'],
    ['SATCHEL_LND_REST_URL', 'https://10.0.0.1:8080'],
    ['SATCHEL_LND_GRPC_URL', 'https://lnd.example:10009/'],
    ['SATCHEL_LND_GRPC_URL', 'http://127.0.0.1:10009'],
    ['SATCHEL_WEBHOOK_ALLOW', '10.0.0.0/8, fd00::/8,192.168.1.1'],
    ['SATCHEL_TRUSTED_PROXIES', '::1/128'],
    ['SATCHEL_FEE_RESERVE_PPM', '1000000'],
    ['SATCHEL_SMTP_URL', 'smtps://user:word@mail.example'],
    ['SATCHEL_DATABASE_URL', 'postgresql://u:p@[::1]:5432/d?sslmode=require'],
    ['SATCHEL_RATE_LIMIT', 'off'],
    ['SATCHEL_SECRET_KEY', 'Ab'.repeat(32)],
    ['SATCHEL_ADDRESS_DOMAIN', 'pay.example.com'],
    ['SATCHEL_ADDRESS_DOMAIN', 'xn--bcher-kva.example'],
    ['SATCHEL_ADDRESS_DOMAIN', 'localhost:3000'],
    ['SATCHEL_BASE_URL', 'https://wallet.example.com'],
    ['SATCHEL_BASE_URL', 'http://192.168.1.7:3000/'],
    ['SATCHEL_AUTH_URL', 'http://[::1]:3000'],
    ['SATCHEL_AUTH_URL', 'http://wallet7onion.onion'],
    ['SATCHEL_RELAY_URL', 'wss://relay.example'],
    ['SATCHEL_RELAY_URL', 'ws://127.0.0.1:3000/some/relay/'],
    ['SATCHEL_NWC_RELAYS', 'wss://relay.example/path?key=a'],
    ['SATCHEL_LND_REST_URL', 'https://proxy.example/lnd/'],
    ['SATCHEL_SMTP_URL', 'smtp://mail.example:587/'],
    ['SATCHEL_SMTP_URL', 'smtp://me%40mail.example:a%23b%2Fc@mail.example'],
    ['SATCHEL_SMTP_URL', 'smtp://me:a\\b@mail.example'],
    ['SATCHEL_DATABASE_URL', 'postgres://me:a\\b@db.example/wallet'],
    ['SATCHEL_RATES', 'https://rates.example/v2/{currency}/?key={currency}'],
    ['SATCHEL_RATES', 'coingecko,kraken, coinbase , bitstamp'],
    ['SATCHEL_RATES', 'http://10.0.0.7:8080/{currency}#0.last'],
    ['SATCHEL_DATABASE_URL', 'postgres:///wallet?host=/run/postgresql'],
    ['SATCHEL_OPERATOR_CONTACT', 'https://example.com/help?topic=wallet#people'],
  ];
  for (const [name, text] of taken) {
    it(`is taken: ${name}=${text}`, () => assert.equal(complaintsOf({ [name]: text }), ''));
  }

  const refused: readonly (readonly [name: string, text: string])[] = [
    ['SATCHEL_PORT', '-1'],
    ['SATCHEL_PORT', '80.0'],
    ['SATCHEL_PORT', '1e3'],
    ['SATCHEL_PORT', '0x50'],
    ['SATCHEL_PORT', ' 80'],
    ['SATCHEL_LND_REST_URL', 'http://lnd.example:8080'],
    ['SATCHEL_LND_REST_URL', 'http://127.0.0.1.example:8080'],
    ['SATCHEL_LND_GRPC_URL', 'http://lnd.example:10009'],
    ['SATCHEL_LND_GRPC_URL', 'https://lnd.example:10009/lnd'],
    ['SATCHEL_LND_GRPC_URL', 'lnd.example:10009'],
    ['SATCHEL_LND_REST_URL', 'http://localhost.example'],
    ['SATCHEL_LND_REST_URL', '127.0.0.1:8080'],
    ['SATCHEL_WEBHOOK_ALLOW', '10.0.0.0/33'],
    ['SATCHEL_WEBHOOK_ALLOW', 'fd00::/129'],
    ['SATCHEL_WEBHOOK_ALLOW', '10.0.0.0/8/8'],
    ['SATCHEL_WEBHOOK_ALLOW', 'localhost'],
    ['SATCHEL_FEE_RESERVE_PPM', '1000001'],
    ['SATCHEL_AMOUNT_MAX_SAT', '0'],
    ['SATCHEL_AMOUNT_MAX_SAT', '99999999999999999999'],
    ['SATCHEL_DATABASE_URL', 'mysql://a/b'],
    ['SATCHEL_RATE_LIMIT', 'OFF'],
    ['SATCHEL_SIGNUP', 'yes'],
    ['SATCHEL_SECRET_KEY', 'xy'.repeat(32)],
    ['SATCHEL_ADDRESS_DOMAIN', 'Example.com'],
    ['SATCHEL_ADDRESS_DOMAIN', 'example..com'],
    ['SATCHEL_ADDRESS_DOMAIN', 'b\u00fccher.example'],
    ['SATCHEL_ADDRESS_DOMAIN', 'example.com/'],
    ['SATCHEL_ADDRESS_DOMAIN', 'example.com:0'],
    ['SATCHEL_ADDRESS_DOMAIN', 'example.com:65536'],
    ['SATCHEL_OPERATOR_CONTACT', 'https://:80'],
    ...['SATCHEL_BASE_URL', 'SATCHEL_AUTH_URL'].flatMap((name) => [
      [name, 'https://example.com/wallet'] as const,
      [name, 'https://example.com/wallet/'] as const,
      [name, 'https://example.com/?a=b'] as const,
      [name, 'https://example.com?'] as const,
      [name, 'https://example.com#a'] as const,
      [name, 'https://me:word@example.com'] as const,
      [name, 'https://me@example.com'] as const,
      [name, 'https://example.com:0'] as const,
      [name, 'https://example.com:65536'] as const,
      [name, ' https://example.com'] as const,
      [name, 'https://example.com '] as const,
      [name, 'https://exam ple.com'] as const,
      [name, 'https://exam\tple.com'] as const,
      [name, 'https://example.com\u200b'] as const,
      [name, 'https:\\\\example.com'] as const,
      [name, 'https:/example.com'] as const,
      [name, 'https:example.com'] as const,
      [name, 'https://'] as const,
      [name, 'example.com'] as const,
      [name, 'ftp://example.com'] as const,
      [name, 'wss://example.com'] as const,
    ]),
    ['SATCHEL_RELAY_URL', 'https://example.com/relay'],
    ['SATCHEL_RELAY_URL', 'wss://example.com/relay?a=b'],
    ['SATCHEL_RELAY_URL', 'wss://example.com/relay#a'],
    ['SATCHEL_RELAY_URL', 'wss://me@example.com/relay'],
    ['SATCHEL_RELAY_URL', 'wss://example.com:0/relay'],
    ['SATCHEL_RELAY_URL', 'wss://example.com/the relay'],
    ['SATCHEL_NWC_RELAYS', 'wss://example.com:0'],
    ['SATCHEL_NWC_RELAYS', 'wss:example.com'],
    ['SATCHEL_LND_REST_URL', 'https://me:word@lnd.example:8080'],
    ['SATCHEL_LND_REST_URL', 'https://lnd.example:8080?a=b'],
    ['SATCHEL_LND_REST_URL', 'https://lnd.example:8080/#a'],
    ['SATCHEL_LND_REST_URL', 'https://lnd.example:0'],
    ['SATCHEL_LND_REST_URL', 'https:lnd.example'],
    ['SATCHEL_SMTP_URL', 'smtp://'],
    ['SATCHEL_SMTP_URL', 'smtp:mail.example'],
    ['SATCHEL_SMTP_URL', 'smtp://mail.example/inbox'],
    ['SATCHEL_SMTP_URL', 'smtp://mail.example?secure=no'],
    ['SATCHEL_SMTP_URL', 'smtp://me:1#2@mail.example'],
    ['SATCHEL_SMTP_URL', 'smtp://mail.example:0'],
    ['SATCHEL_RATES', 'https://me:word@rates.example/{currency}'],
    ['SATCHEL_RATES', 'https://rates.example/{currency}#a b'],
    ['SATCHEL_RATES', 'https://rates.example/{currency}#a#b'],
    ['SATCHEL_RATES', 'https://rates.example/{currency}#'],
    ['SATCHEL_RATES', 'https://rates.example/{ currency }'],
    ['SATCHEL_RATES', 'Kraken'],
    ['SATCHEL_RATES', 'kraken, kraken'],
    ['SATCHEL_RATES', 'kraken,'],
    ['SATCHEL_RATES', 'on'],
    ['SATCHEL_RATES', [1, 2, 3, 4, 5, 6].map((n) => `https://rates${n}.example`).join()],
    ['SATCHEL_DATABASE_URL', 'postgres://me:1#2@db.example/wallet'],
    ['SATCHEL_DATABASE_URL', 'postgres://db.example:0/wallet'],
    ['SATCHEL_DATABASE_URL', 'postgres:db.example'],
    ['DATABASE_URL', 'postgres://db.example/my wallet'],
    ['SATCHEL_MIGRATE_DATABASE_URL', 'https://db.example/wallet'],
  ];
  for (const [name, text] of refused) {
    it(`is refused: ${name}=${text}`, () => {
      assert(complaintsOf({ [name]: text }).startsWith(`${name} takes `));
    });
  }
});
