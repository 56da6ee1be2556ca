import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDotEnv } from '../../src/config/dot-env.ts';
import { planDotEnv } from '../../src/config/dot-env-lines.ts';

const NEW = { SATCHEL_LIGHTNING: 'managed', SATCHEL_NETWORK: 'signet' };

const plan = (text: string, settings: Readonly<Record<string, string>> = NEW) =>
  planDotEnv(Buffer.from(text), settings);

test('new settings come behind the lines that are there', () => {
  for (const text of ['', '# ours\nSATCHEL_PORT=4000\n', 'SATCHEL_PORT=4000', 'A="#"\r\n']) {
    const { addition, conflicts } = plan(text);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      { ...parseDotEnv(Buffer.from(text + addition)) },
      { ...parseDotEnv(Buffer.from(text)), ...NEW },
    );
    assert(addition.endsWith('\n'));
  }
});

test('what is there already is not written again', () => {
  assert.deepEqual(plan('SATCHEL_NETWORK=signet\nSATCHEL_LIGHTNING="managed"\n'), {
    addition: '',
    conflicts: [],
  });
  assert.equal(plan('SATCHEL_LIGHTNING=managed\n').addition, 'SATCHEL_NETWORK=signet\n');
  // As settings are read, an empty one is none.
  assert.equal(plan('SATCHEL_NETWORK=\nSATCHEL_LIGHTNING=managed').conflicts.length, 0);
});

test('another value is left to a person, and nothing is written beside it', () => {
  assert.deepEqual(plan('SATCHEL_LIGHTNING=lnd\n'), {
    addition: '',
    conflicts: ['SATCHEL_LIGHTNING'],
  });
});

test('values with spaces, signs and quotes are read back as they are', () => {
  for (const path of ['/a b/lnd', '/a#b/lnd', "/it's/lnd", '/a$b/lnd', 'https://a.b/c?d=e&f=1']) {
    const { addition } = plan('', { SATCHEL_LND_PROGRAM: path });
    assert.equal(parseDotEnv(Buffer.from(addition))['SATCHEL_LND_PROGRAM'], path);
  }
});
