import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';

const MANAGED = { SATCHEL_LIGHTNING: 'managed', SATCHEL_NETWORK: 'signet' };
const BITCOIND = {
  ...MANAGED,
  SATCHEL_LND_CHAIN: 'bitcoind',
  SATCHEL_BITCOIND_RPC_URL: 'http://satchel:pass%23%2Fword@10.0.0.7:8332',
  SATCHEL_BITCOIND_ZMQ: 'tcp://10.0.0.7:28332, tcp://10.0.0.7:28333',
};

function nodeOf(environment: Record<string, string>) {
  const { lightning } = readConfig(environment);
  assert(lightning.kind === 'managed');
  return lightning.node;
}

function complaintsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.message;
  }
  return '';
}

describe('the settings of a managed node', () => {
  it('need a network, and on mainnet a source of fees', () => {
    assert.deepEqual(nodeOf(MANAGED), {
      network: 'signet',
      program: null,
      chain: { kind: 'neutrino', peers: [], headers: null, feeUrl: null },
      listen: null,
      externalAddress: null,
      alias: null,
    });
    assert.match(complaintsOf({ SATCHEL_LIGHTNING: 'managed' }), /needs SATCHEL_NETWORK/);
    const mainnet = { ...MANAGED, SATCHEL_NETWORK: 'mainnet' };
    assert.match(complaintsOf(mainnet), /SATCHEL_FEE_URL.*third party/);
    const feeUrl = 'https://fees.example/v1/';
    const { chain } = nodeOf({ ...mainnet, SATCHEL_FEE_URL: feeUrl });
    assert.deepEqual(chain, { kind: 'neutrino', peers: [], headers: null, feeUrl });
    assert.equal(nodeOf({ ...BITCOIND, SATCHEL_NETWORK: 'mainnet' }).chain.kind, 'bitcoind');
  });

  it('read bitcoind, and never show its password', () => {
    assert.deepEqual(nodeOf(BITCOIND).chain, {
      kind: 'bitcoind',
      rpc: { host: '10.0.0.7:8332', user: 'satchel', password: 'pass#/word' },
      zmq: { rawBlock: 'tcp://10.0.0.7:28332', rawTx: 'tcp://10.0.0.7:28333' },
    });
    const shown = JSON.stringify(readConfig(BITCOIND).settings);
    assert(shown.includes('http://10.0.0.7:8332') && !shown.includes('word@'), shown);
    for (const name of ['SATCHEL_BITCOIND_RPC_URL', 'SATCHEL_BITCOIND_ZMQ']) {
      assert.match(complaintsOf({ ...BITCOIND, [name]: '' }), /SATCHEL_LND_CHAIN=bitcoind needs/);
    }
    for (const wrong of [
      'http://10.0.0.7:8332',
      'http://a@b:1',
      'http://a:b%0Ac@d:1',
      'http://a:%zz@b:1',
      'https://a:b@c:1',
      'a:b@c',
    ]) {
      const complaint = complaintsOf({ ...BITCOIND, SATCHEL_BITCOIND_RPC_URL: wrong });
      assert.match(complaint, /SATCHEL_BITCOIND_RPC_URL takes an address/, wrong);
    }
    for (const wrong of [
      'tcp://a:1',
      'tcp://a:1,tcp://a:1',
      'tcp://a,tcp://b',
      'http://a:1,tcp://b:2',
    ]) {
      const complaint = complaintsOf({ ...BITCOIND, SATCHEL_BITCOIND_ZMQ: wrong });
      assert.match(complaint, /SATCHEL_BITCOIND_ZMQ takes two addresses/, wrong);
    }
  });

  it('read hosts with their ports', () => {
    const text = 'one.example:8333, 10.0.0.7:8333,[2001:db8::7]:18444';
    const { chain } = nodeOf({ ...MANAGED, SATCHEL_NEUTRINO_PEERS: text });
    assert(chain.kind === 'neutrino');
    assert.deepEqual(chain.peers, [
      { host: 'one.example', port: 8333 },
      { host: '10.0.0.7', port: 8333 },
      { host: '2001:db8::7', port: 18_444 },
    ]);
    for (const wrong of [
      'one.example',
      ':8333',
      '2001:db8::7:8333',
      '10.0.0.300:1',
      'a:0',
      'a:1,',
    ]) {
      const complaint = complaintsOf({ ...MANAGED, SATCHEL_NEUTRINO_PEERS: wrong });
      assert.match(complaint, /SATCHEL_NEUTRINO_PEERS takes/, wrong);
    }
  });

  it('name where headers of blocks and of filters are', () => {
    const [blocks, filters] = ['https://a.example/h/latest?a=b', 'http://127.0.0.1:8080/f'];
    const { chain } = nodeOf({ ...MANAGED, SATCHEL_NEUTRINO_HEADERS: `${blocks}, ${filters}` });
    assert(chain.kind === 'neutrino');
    assert.deepEqual(chain.headers, { blocks, filters });
    for (const wrong of [blocks, `${blocks},${blocks}`, `${blocks},${filters},c`, '/a,/b']) {
      const complaint = complaintsOf({ ...MANAGED, SATCHEL_NEUTRINO_HEADERS: wrong });
      assert.match(complaint, /SATCHEL_NEUTRINO_HEADERS takes two/, wrong);
    }
  });

  it('listen on an address, and announce one only if they listen', () => {
    const open = { ...MANAGED, SATCHEL_LND_LISTEN: '[::]:9735' };
    const node = nodeOf({ ...open, SATCHEL_LND_EXTERNAL_ADDRESS: 'node.example.com:9735' });
    assert.deepEqual(node.listen, { host: '::', port: 9735 });
    assert.deepEqual(node.externalAddress, { host: 'node.example.com', port: 9735 });
    assert.match(complaintsOf({ ...open, SATCHEL_LND_LISTEN: 'localhost:9735' }), /LND_LISTEN/);
    assert.match(
      complaintsOf({ ...MANAGED, SATCHEL_LND_EXTERNAL_ADDRESS: 'node.example.com:9735' }),
      /SATCHEL_LND_EXTERNAL_ADDRESS needs SATCHEL_LND_LISTEN/,
    );
  });

  it('give the node the name of the site, if it has one of its own', () => {
    assert.equal(nodeOf({ ...MANAGED, SATCHEL_SITE_NAME: 'Our Club' }).alias, 'Our Club');
  });
});
