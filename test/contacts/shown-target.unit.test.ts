import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownTarget } from '../../src/contacts/pages/shown-target.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';

const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

test('an address stands for itself, a link or its domain for the domain, a key for its ends', () => {
  for (const [target, shown] of [
    ['ann@shop.example', 'ann@shop.example'],
    ['ann@shop.lan:8080', 'ann@shop.lan:8080'],
    ['shop.example', 'shop.example'],
    // What a payment to a link keeps of it, within the operator's own networks.
    ['shop.lan:8080', 'shop.lan:8080'],
    ['10.2.0.7:8080', '10.2.0.7:8080'],
    ['[2001:db8::7]:8080', '[2001:db8::7]:8080'],
    [encodeLnurl('https://shop.example/p'), 'shop.example'],
    ['lnurlp://shop.lan:8080/p', 'shop.lan:8080'],
    [KEY, '0279be66…16f81798'],
  ] as const) {
    assert.equal(shownTarget(target), shown, target);
  }
});
