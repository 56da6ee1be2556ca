import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  judgeVersion,
  PINNED_LND_VERSION,
  parseVersion,
  warningsOf,
} from '../../src/managed-lnd/lnd-versions.ts';

describe('versions of LND', () => {
  test('are read from what the program prints', () => {
    assert.equal(parseVersion('lnd version 0.21.3-beta commit=v0.21.3-beta\n'), '0.21.3');
    assert.equal(parseVersion('lnd version 0.21.3-beta.rc2 commit=\n'), '0.21.3');
    assert.equal(parseVersion('lnd-0.20 version 0.20.2-beta commit=\n'), '0.20.2');
    const others = ['', 'lncli version 0.21.3-beta commit=', 'btcd version 0.26.0', 'x 0.21.3'];
    for (const other of others) assert.equal(parseVersion(other), null, other);
  });

  test('that are too old are refused, also for a new node', () => {
    for (const version of ['0.19.3', '0.9.9', '0.0.0']) {
      assert.equal(judgeVersion(version, null).kind, 'refused', version);
    }
    for (const version of ['0.20.0', '0.100.0', '1.0.0']) {
      assert.equal(judgeVersion(version, null).kind, 'usable', version);
    }
  });

  test('that are newer than the last one need consent, and older ones are refused', () => {
    const newer = judgeVersion('0.21.3', '0.20.4');
    assert.equal(newer.kind, 'needs_consent');
    assert.match(newer.why, /0\.21\.3.*0\.20\.4.*satchel node setup --accept-upgrade/);
    const older = judgeVersion('0.20.10', '0.21.3');
    assert.equal(older.kind, 'refused');
    assert.match(older.why, /0\.21\.3.*0\.20\.10/);
    assert.deepEqual(judgeVersion('0.21.3', '0.21.3'), { kind: 'usable', warnings: [] });
  });

  test('that are known to be faulty are named with what is wrong', () => {
    assert.match(String(warningsOf('0.20.3')), /0\.20\.3 .*security.*use 0\.21\.3/);
    assert.match(String(warningsOf('0.21.2')), /0\.21\.2 .*wallet.*use 0\.21\.3/);
    assert.match(String(warningsOf('0.22.0')), /0\.22\.0 is newer than 0\.21\.3/);
    for (const good of ['0.20.4', PINNED_LND_VERSION]) assert.deepEqual(warningsOf(good), []);
  });
});
