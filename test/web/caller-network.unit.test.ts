import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { networkSizes } from '../../src/base/network-sizes.ts';
import { callerNetwork, readAddress } from '../../src/web/rate-limits/caller-network.ts';
import { checkProperty } from '../support/check-property.ts';

for (const [address, network] of [
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
  ['2001:DB8:1:2::', '2001:0db8:0001:0002::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::/64'],
  ['2001:db8::1', '2001:0db8:0000:0000::/64'],
  ['::1', '0000:0000:0000:0000::/64'],
  ['::', '0000:0000:0000:0000::/64'],
  ['1::', '0001:0000:0000:0000::/64'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/64'],
  ['1:2:3:4:5:6:192.0.2.33', '0001:0002:0003:0004::/64'],
  ['::ffff:192.0.2.33', '192.0.2.33'],
  ['::ffff:c000:221', '192.0.2.33'],
  ['0:0:0:0:0:ffff:192.0.2.33', '192.0.2.33'],
  ['64:ff9b::192.0.2.33', '192.0.2.33'],
  ['::ffff:0:192.0.2.33', '0000:0000:0000:0000::/64'],
  ['203.0.113.7:50001', '203.0.113.7'],
  ['203.0.113.7:_hidden', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['"203.0.113.7:50001"', '203.0.113.7'],
  ['[2001:db8:1:2::9]', '2001:0db8:0001:0002::/64'],
  ['[2001:db8:1:2::9]:50001', '2001:0db8:0001:0002::/64'],
  ['"[2001:db8:1:2::9]:50001"', '2001:0db8:0001:0002::/64'],
  ['[fe80::1%eth0]:50001', 'fe80:0000:0000:0000::/64'],
  ['[::ffff:192.0.2.33]:50001', '192.0.2.33'],
  ['no address', 'no address'],
  ['unknown', 'no address'],
  ['_hidden', 'no address'],
  ['203.0.113.7.50001', 'no address'],
  ['2001:db8:1:2:3:4:5:6:50001', 'no address'],
  ['', 'no address'],
] as const) {
  test(`${address} is ${network}`, () => assert.equal(callerNetwork(address), network));
}

test('what holds no address is one caller, however it changes', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      if (readAddress(text) === null) assert.equal(callerNetwork(text), 'no address');
      else assert.notEqual(callerNetwork(text), 'no address');
    }),
  );
});

test('no port and no zone is a part of a network', () => {
  checkProperty(
    fc.property(fc.ipV4(), fc.ipV6(), fc.nat(65_535), (v4, v6, port) => {
      assert.equal(callerNetwork(`${v4}:${port}`), v4);
      for (const text of [`[${v6}]:${port}`, `"[${v6}]:${port}"`, `${v6}%${port}`, ` [${v6}] `]) {
        assert.equal(callerNetwork(text), callerNetwork(v6), text);
      }
    }),
  );
});

test('two callers share a larger network if and only if their addresses begin alike', () => {
  const beginning = fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 });
  checkProperty(
    fc.property(beginning, fc.nat(63), (groups, flipped) => {
      const bits = groups.map((group) => group.toString(2).padStart(16, '0')).join('');
      const other = bits.slice(0, flipped) + (bits[flipped] === '0' ? '1' : '0');
      const text = (all: string): string =>
        `${all
          .padEnd(64, '0')
          .match(/.{16}/g)
          ?.map((group) => Number(`0b${group}`).toString(16))
          .join(':')}::1`;
      const rest = bits.slice(flipped + 1);
      const [one, two] = [text(bits), text(other + rest)].map((address) =>
        networkSizes(callerNetwork(address)),
      );
      assert(one !== undefined && two !== undefined);
      if (one.length < 4 || two.length < 4) return;
      const shared = [64, 56, 48, 32].map((length, at) => [
        one[at]?.key === two[at]?.key,
        flipped >= length,
      ]);
      for (const [is, should] of shared) assert.equal(is, should);
    }),
  );
});

test('an IPv4 address counts in its /24 too, and each size may do more than the one before', () => {
  assert.deepEqual(networkSizes('203.0.113.7'), [
    { key: '203.0.113.7', factor: 1 },
    { key: '203.0.113.', factor: 8 },
  ]);
  assert.deepEqual(networkSizes('2001:0db8:0001:0002::/64'), [
    { key: '2001:0db8:0001:0002::/64', factor: 1 },
    { key: '2001:0db8:0001:00', factor: 2 },
    { key: '2001:0db8:0001:', factor: 4 },
    { key: '2001:0db8:', factor: 16 },
  ]);
  assert.deepEqual(networkSizes('no address'), [{ key: 'no address', factor: 1 }]);
});

test('all addresses of a /64, in every spelling, are one caller, and no other is', () => {
  checkProperty(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      assert(isIPv6(one) && isIPv6(other));
      const [a, b] = [one, other].map((address) => canonicalGroups(address));
      if (isIpv4(a) || isIpv4(b)) return;
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

const isIpv4 = (groups: readonly string[] | undefined): boolean =>
  ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'].includes(groups?.slice(0, 6).join(':') ?? '');
