import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LndSettings, renderLndConf } from '../../src/managed-lnd/lnd-conf.ts';

const SETTINGS: LndSettings = {
  network: 'signet',
  chain: { kind: 'neutrino', peers: [], headers: null, feeUrl: null },
  listen: null,
  externalAddress: null,
  alias: null,
};

function linesOf(changes: Partial<LndSettings>): readonly string[] {
  return renderLndConf({
    settings: { ...SETTINGS, ...changes },
    ports: { rest: 20_001, rpc: 20_002 },
  }).split('\n');
}

/** Which lines a change adds and removes. */
function effectOf(changes: Partial<LndSettings>) {
  const before = linesOf({});
  const after = linesOf(changes);
  return {
    added: after.filter((line) => !before.includes(line)),
    removed: before.filter((line) => !after.includes(line)),
  };
}

describe('what LND is told', () => {
  test('is all that Satchel needs, on this machine only', () => {
    assert.deepEqual(linesOf({}), [
      '# Written by Satchel at each start of this node: changes are lost.',
      'bitcoin.signet="true"',
      'bitcoin.node="neutrino"',
      'nolisten="true"',
      'restlisten="127.0.0.1:20001"',
      'rpclisten="127.0.0.1:20002"',
      'tlsdisableautofill="true"',
      'tlsautorefresh="true"',
      'accept-keysend="true"',
      'store-final-htlc-resolutions="true"',
      'no-backup-archive="true"',
      'logging.console.disable="true"',
      '',
    ]);
  });

  test('names peers and the source of fees of neutrino', () => {
    const peers = [
      { host: 'one.example', port: 8333 },
      { host: '2001:db8::7', port: 18_444 },
    ];
    const feeUrl = 'https://fees.example/a?b=c';
    assert.deepEqual(
      effectOf({ chain: { kind: 'neutrino', peers, headers: null, feeUrl } }).added,
      [
        'neutrino.addpeer="one.example:8333"',
        'neutrino.addpeer="[2001:db8::7]:18444"',
        'fee.url="https://fees.example/a?b=c"',
      ],
    );
  });

  test('names where headers are only at a start that fetches them', () => {
    const headers = { blocks: 'https://h.example/b', filters: 'https://h.example/f' };
    const chain = { kind: 'neutrino', peers: [], headers, feeUrl: null } as const;
    assert.deepEqual(effectOf({ chain }).added, []);
    const settings = { ...SETTINGS, chain };
    const conf = renderLndConf({ settings, ports: { rest: 1, rpc: 2 }, fetchesHeaders: true });
    assert.match(conf, /^neutrino.blockheaderssource="https:\/\/h.example\/b"$/m);
    assert.match(conf, /^neutrino.filterheaderssource="https:\/\/h.example\/f"$/m);
  });

  test('names bitcoind with its password, whatever that holds', () => {
    const rpc = { host: '10.0.0.7:8332', user: 'satchel', password: ' a"b\\c;#d=é ' };
    const zmq = { rawBlock: 'tcp://10.0.0.7:28332', rawTx: 'tcp://10.0.0.7:28333' };
    const { added, removed } = effectOf({ chain: { kind: 'bitcoind', rpc, zmq } });
    assert.deepEqual(removed, ['bitcoin.node="neutrino"']);
    assert.deepEqual(added, [
      'bitcoin.node="bitcoind"',
      'bitcoind.rpchost="10.0.0.7:8332"',
      'bitcoind.rpcuser="satchel"',
      'bitcoind.rpcpass=" a\\"b\\\\c;#d=é "',
      'bitcoind.zmqpubrawblock="tcp://10.0.0.7:28332"',
      'bitcoind.zmqpubrawtx="tcp://10.0.0.7:28333"',
    ]);
  });

  test('listens to peers where it is told to, and announces itself', () => {
    const announced = (host: string) =>
      effectOf({ listen: { host: '::', port: 9735 }, externalAddress: { host, port: 9736 } });
    assert.deepEqual(announced('203.0.113.7').removed, ['nolisten="true"']);
    assert.deepEqual(announced('203.0.113.7').added, [
      'listen="[::]:9735"',
      'externalip="203.0.113.7:9736"',
    ]);
    assert.deepEqual(announced('2001:db8::7').added[1], 'externalip="[2001:db8::7]:9736"');
    assert.deepEqual(announced('node.example').added[1], 'externalhosts="node.example:9736"');
    assert.deepEqual(announced('abcdefgh.onion').added[1], 'externalip="abcdefgh.onion:9736"');
  });

  test('has a name that fits into 32 bytes, cut between characters', () => {
    const { added } = effectOf({ alias: `${'ä'.repeat(15)}a🙂🙂` });
    assert.deepEqual(added, [`alias="${'ä'.repeat(15)}a"`]);
  });

  test('does not look for peers on regtest', () => {
    assert.deepEqual(effectOf({ network: 'regtest' }).added, [
      'bitcoin.regtest="true"',
      'nobootstrap="true"',
    ]);
  });
});
