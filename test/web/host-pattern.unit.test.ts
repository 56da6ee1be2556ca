import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfService } from '../../src/apps/pages/pairing-fields.ts';
import { hostPattern } from '../../src/web/host-pattern.ts';

for (const [url, host, isSame] of [
  ['https://wallet.example.com', 'wallet.example.com', true],
  ['https://wallet.example.com', 'WALLET.example.com', true],
  ['https://wallet.example.com', 'wallet.example.com:443', true],
  ['https://wallet.example.com', 'wallet.example.com:', true],
  ['https://wallet.example.com', 'wallet.example.com.', true],
  ['https://wallet.example.com', 'wallet.example.com.:443', true],
  ['https://wallet.example.com', 'wallet.example.com:80', false],
  ['https://wallet.example.com', 'wallet.example.com:8443', false],
  ['https://wallet.example.com', 'walletxexample.com', false],
  ['https://wallet.example.com', 'a.wallet.example.com', false],
  ['http://wallet.example.com', 'wallet.example.com:80', true],
  ['http://wallet.example.com', 'wallet.example.com:443', false],
  ['https://wallet.example.com:8443', 'Wallet.example.com:8443', true],
  ['https://wallet.example.com:8443', 'wallet.example.com', false],
  ['https://[2001:db8::1]', '[2001:DB8::1]:443', true],
] as const) {
  test(`${host} ${isSame ? 'is' : 'is not'} the host of ${url}`, () => {
    assert.equal(hostPattern(new URL(url), 'its').test(host), isSame);
  });
}

test('an app at the host of the service itself is no app, however the host is written', () => {
  for (const host of ['wallet.example.com', 'Wallet.Example.com:443', 'wallet.example.com.']) {
    assert(isOfService({ headers: { host } }, 'https://wallet.example.com/apps'), host);
  }
  assert(!isOfService({ headers: { host: 'wallet.example.com' } }, 'https://app.example.com'));
  assert(!isOfService({ headers: {} }, 'https://app.example.com'));
});
