import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { callerNetwork } from '../../src/http/rates/caller-network.ts';
import { checkProperty } from '../support/check-property.ts';

for (const [address, network] of [
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
  ['::ffff:192.0.2.33', '192.0.2.33'],
  ['::ffff:c000:221', '192.0.2.33'],
  ['0:0:0:0:0:ffff:192.0.2.33', '192.0.2.33'],
  ['::ffff:0:192.0.2.33', '0:0:0:0::/64'],
  ['no address', 'no address'],
  ['', ''],
] as const) {
  test(`${address} is ${network}`, () => assert.equal(callerNetwork(address), network));
}

test('all addresses of a /64, in every spelling, are one caller, and no other is', () => {
  checkProperty(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      assert(isIPv6(one) && isIPv6(other));
      const [a, b] = [one, other].map((address) => canonicalGroups(address));
      if (isMapped(a) || isMapped(b)) return;
      const isSame = String(a?.slice(0, 4)) === String(b?.slice(0, 4));
      assert.equal(callerNetwork(one) === callerNetwork(other), isSame);
      assert.equal(callerNetwork(`${a?.slice(0, 4).join(':')}:1:2:3:4`), callerNetwork(one));
    }),
  );
});

/** By way of the URL standard's own reader of addresses. */
function canonicalGroups(address: string): readonly string[] {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail] = text.split('::').map((part) => (part === '' ? [] : part.split(':')));
  if (tail === undefined) return head;
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

const isMapped = (groups: readonly string[] | undefined): boolean =>
  groups?.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
