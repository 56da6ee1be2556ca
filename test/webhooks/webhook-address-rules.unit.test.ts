import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';

/** First and last address of each network that is not the public Internet, and others inside. */
const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private 10': ['10.0.0.0', '10.255.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  'private 172': ['172.16.0.0', '172.31.255.255'],
  'protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'documentation 1': ['192.0.2.0', '192.0.2.255'],
  'AS112 v4': ['192.31.196.0', '192.31.196.255'],
  AMT: ['192.52.193.0', '192.52.193.255'],
  '6to4 relay': ['192.88.99.0', '192.88.99.255'],
  'private 192': ['192.168.0.0', '192.168.255.255'],
  AS112: ['192.175.48.0', '192.175.48.255'],
  benchmarks: ['198.18.0.0', '198.19.255.255'],
  'documentation 2': ['198.51.100.0', '198.51.100.255'],
  'documentation 3': ['203.0.113.0', '203.0.113.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  reserved: ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  'the platform of a cloud': ['168.63.129.16'],
  'IPv6 unspecified and loopback': ['::', '::1'],
  'IPv4-compatible': ['::7f00:1', '::127.0.0.1', '::808:808'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '::ffff:a9fe:a9fe'],
  'mapped, written out': ['0:0:0:0:0:ffff:c0a8:0101', '0000:0000:0000:0000:0000:FFFF:7F00:0001'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  'discard only': ['100::1'],
  'below the given out': ['1fff:ffff::1'],
  Teredo: ['2001::', '2001:0:ffff::1', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'documentation v6': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '6to4': ['2002::', '2002:7f00:1::', '2002:ffff:ffff::1'],
  'documentation v6, new': ['3fff::', '3fff:fff:ffff::1'],
  'above the given out': ['4000::', '5f00::1'],
  'unique local': ['fc00::1', 'fd00::1', 'fdff:ffff::1'],
  'link-local v6': ['fe80::1', 'febf::1'],
  'site-local': ['fec0::1'],
  'multicast v6': ['ff00::1', 'ff02::1'],
};

/** The neighbours of those networks, and well-known addresses. */
const PUBLIC: readonly string[] = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.88.98.255',
  '192.88.100.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '168.63.129.17',
  '8.8.8.8',
  '1.1.1.1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '2000::',
  '2001:200::',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::',
  '2003::1',
  '2606:4700::1111',
  '3ffe::1',
  '3fff:1000::1',
];

describe('which addresses webhooks may reach', () => {
  const rules = addressRules([]);

  for (const [name, addresses] of Object.entries(PRIVATE)) {
    test(`W48 ${name} is out of reach`, () => {
      for (const ip of addresses) assert(!rules.isReachable(ip), ip);
    });
  }

  test('W48 the public Internet around these networks is within reach', () => {
    for (const ip of PUBLIC) assert(rules.isReachable(ip), ip);
    for (const ip of PUBLIC) assert(!rules.isListed(ip), ip);
  });

  test('W48 what is no address is out of reach', () => {
    for (const text of [
      '',
      'example.com',
      '8.8.8',
      '8.8.8.8.8',
      '0x8080808',
      '08.8.8.8',
      '[::1]',
    ]) {
      assert(!rules.isReachable(text), text);
    }
  });

  test('W55 an address with a zone is out of reach, whatever it says', () => {
    const all = addressRules(['0.0.0.0/0', '::/0']);
    for (const ip of ['fe80::1%eth0', '::1%lo', '2606:4700::1111%1', '::ffff:8.8.8.8%0']) {
      assert(!rules.isReachable(ip), ip);
      assert(!all.isReachable(ip), ip);
    }
  });

  test('W56 the list of the operator admits exactly its networks', () => {
    const own = addressRules(['10.1.0.0/16', '192.168.7.9', 'fd00:5::/32', '127.0.0.2/32']);
    const within = ['10.1.0.0', '10.1.255.255', '192.168.7.9', 'fd00:5::1', '127.0.0.2'];
    const beside = [
      '10.0.255.255',
      '10.2.0.0',
      '192.168.7.8',
      '192.168.7.10',
      '127.0.0.1',
      '127.0.0.3',
      'fd00:4:ffff::1',
      'fd00:6::1',
      '::1',
      '169.254.169.254',
    ];
    for (const ip of [...within, '::ffff:10.1.2.3']) {
      assert(own.isReachable(ip), ip);
      assert(own.isListed(ip), ip);
    }
    for (const ip of beside) assert(!own.isReachable(ip), ip);
    assert(own.isReachable('8.8.8.8'), 'it adds to the public Internet');
    assert(!own.isListed('8.8.8.8'));
    assert.deepEqual([own.hasListed, rules.hasListed], [true, false]);
  });

  test('W56 a network that is written in IPv6 clothes admits the same', () => {
    const own = addressRules(['::ffff:10.0.0.0/104']);
    assert(own.isReachable('::ffff:10.9.9.9'));
    assert(!own.isReachable('::ffff:11.0.0.1') || own.isReachable('11.0.0.1'));
    assert(!own.isReachable('127.0.0.1'));
  });
});
