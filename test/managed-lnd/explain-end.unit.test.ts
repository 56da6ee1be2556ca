import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainEnd } from '../../src/managed-lnd/explain-end.ts';

/** What LND 0.21 says, word by word. */
const ENDS = {
  'wallet.password': 'invalid passphrase for master public key',
  SATCHEL_LND_LISTEN:
    'it ended with status 1: unable to create server: listen tcp 127.0.0.1:26190: bind: address ' +
    'already in use',
  'another LND':
    'it ended with status 1: unable to open databases: unable to obtain database backends: error ' +
    'opening bolt DB: timeout',
  SATCHEL_BITCOIND_RPC_URL:
    'it ended with status 1: error creating wallet config: unable to create partial chain ' +
    'control: invalid http POST response (nil), method: getblockhash, id: 1, last error=Post ' +
    '"http://127.0.0.1:26333": dial tcp 127.0.0.1:26333: connect: connection refused',
  'the disk is full':
    'it ended with status 1: unable to open databases: write /data/channel.db: no space left on device',
};

describe('why LND has ended', () => {
  test('is said in words that tell what to do, and as LND says it', () => {
    for (const [words, how] of Object.entries(ENDS)) {
      const said = explainEnd(how, 'other lines');
      assert(said.includes(words), said);
      assert(said.endsWith(`LND says: ${how}`), said);
    }
  });

  test('is cut where LND prints all that it was doing', () => {
    const said = explainEnd(
      `it ended with status 2: panic: oh no\n${'goroutine\n'.repeat(9999)}`,
      '',
    );
    assert(said.startsWith('it ended with status 2: panic: oh no') && said.length < 2000, said);
  });

  test('is told by its log when it printed nothing', () => {
    assert.equal(
      explainEnd('it ended with SIGKILL: ', 'line / line'),
      'it ended with SIGKILL; line / line',
    );
    assert.equal(explainEnd(null, 'line'), 'line');
    assert.equal(explainEnd('it ended with status 2: odd', 'line'), 'it ended with status 2: odd');
  });
});
