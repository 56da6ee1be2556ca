import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkClientAddresses } from '../../src/apps/redirect-rules.ts';

const ACCEPTED: readonly (readonly [url: string, callback: string])[] = [
  ['https://app.example.com', 'https://app.example.com/callback'],
  ['https://app.example.com/start?x=1', 'https://app.example.com/cb?callback=true'],
  ['http://localhost:8080', 'http://localhost:8080/cb'],
  ['http://127.0.0.1:3001', 'http://127.0.0.1:3001/'],
  ['http://[::1]:3001', 'http://[::1]:3001/cb'],
];

const REFUSED: readonly (readonly [why: string, url: string, callback: string])[] = [
  ['another domain', 'https://app.example.com', 'https://evil.example.com/cb'],
  [
    'a domain that only begins alike',
    'https://app.example.com',
    'https://app.example.com.evil.io/',
  ],
  ['a subdomain', 'https://example.com', 'https://app.example.com/cb'],
  ['plain http', 'http://app.example.com', 'http://app.example.com/cb'],
  ['localhost without a port', 'http://localhost', 'http://localhost/cb'],
  ['an IP address', 'https://192.0.2.7', 'https://192.0.2.7/cb'],
  ['an IP address as one number', 'https://3221225991', 'https://3221225991/cb'],
  ['a fragment', 'https://app.example.com', 'https://app.example.com/cb#x'],
  ['an empty fragment', 'https://app.example.com', 'https://app.example.com/cb#'],
  ['a user name', 'https://app.example.com', 'https://user@app.example.com/cb'],
  ['a wildcard', 'https://app.example.com', 'https://app.example.com/*'],
  ['a wildcard host', 'https://*.example.com', 'https://*.example.com/cb'],
  ['letters of another script', 'https://аpp.example.com', 'https://аpp.example.com/cb'],
  ['a relative address', 'https://app.example.com', '/cb'],
  ['another scheme', 'https://app.example.com', 'javascript:alert(1)'],
  ['a space', 'https://app.example.com', 'https://app.example.com/a b'],
  ['a leading space', 'https://app.example.com', ' https://app.example.com/cb'],
  ['a backslash', 'https://app.example.com', 'https://app.example.com\\@evil.io/'],
  ['no dot', 'https://intranet', 'https://intranet/cb'],
];

for (const [url, callback] of ACCEPTED) {
  test(`an app at ${url} may use ${callback}`, () => {
    assert.deepEqual(checkClientAddresses(url, callback), { ok: true, value: { url, callback } });
  });
}

for (const [why, url, callback] of REFUSED) {
  test(`a callback with ${why} is refused`, () => {
    const result = checkClientAddresses(url, callback);
    assert.equal(result.ok, false);
    assert.equal(result.ok ? '' : result.refusal.kind, 'bad_client_address');
  });
}

test('a refusal names the address that is wrong', () => {
  const good = 'https://app.example/';
  for (const [url, callback, field] of [
    ['app.example', good, 'url'],
    [good, 'http://app.example/', 'callback'],
    [good, 'https://other.example/', 'callback'],
  ] as const) {
    const result = checkClientAddresses(url, callback);
    assert(!result.ok);
    assert.equal(result.refusal.field, field);
    assert.match(result.refusal.message, field === 'url' ? /application URL/ : /callback URL/);
  }
});
