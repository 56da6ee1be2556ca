import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAddress } from '../../src/web/plain-address.ts';

const CASES: readonly (readonly [given: string, plain: string])[] = [
  ['/', '/'],
  ['', '/'],
  ['//', '/'],
  ['/balance', '/balance'],
  ['/balance/', '/balance'],
  ['//balance', '/balance'],
  ['///lndhub//ext///balance//', '/lndhub/ext/balance'],
  ['/balance/?a=b//c/', '/balance?a=b//c/'],
  ['//?x', '/?x'],
  ['/balance/#x/', '/balance#x/'],
  ['//evil.example/balance', '/evil.example/balance'],
  ['/qr/a%2F%2Fb', '/qr/a%2F%2Fb'],
  ['/qr/%2F', '/qr/%2F'],
  ['http://wallet.example//balance/', '/balance'],
  ['HTTPS://wallet.example', '/'],
  ['http://wallet.example?x=1', '/?x=1'],
  ['*', '*'],
  ['wallet.example:443', 'wallet.example:443'],
];

test('an address loses the slashes that clients add, and nothing else', () => {
  for (const [given, plain] of CASES) {
    assert.equal(plainAddress(given), plain, given);
    assert.equal(plainAddress(plain), plain, `${given} twice`);
  }
});

test('a great many slashes cost no more than other characters', () => {
  // A pattern that begins again at each slash would not be done within the time of a test.
  const slashes = '/'.repeat(1_000_000);
  assert.equal(plainAddress(`${slashes}x${slashes}y`).length, '/x/y'.length);
});
