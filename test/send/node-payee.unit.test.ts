import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNode } from '../../src/send/read-send-draft.ts';

/** The operator of a node chooses what the network calls it. */
const nameOf = async (alias: string | null): Promise<string | null> => {
  const payee = await readNode({ aliases: { aliasOf: async () => alias } }, '02'.repeat(33), null);
  assert(payee.kind === 'node');
  return payee.alias;
};

test('a node is named as it calls itself', async () => {
  for (const alias of ['ACINQ', 'LNBiG.com [lnd-01]', 'Marcel·la', null]) {
    assert.equal(await nameOf(alias), alias);
  }
});

test('but never by what looks like the address of somebody', async () => {
  for (const alias of ['lin@wallet.example', 'lin\uff20wallet.example', 'Lin · here']) {
    assert.equal(await nameOf(alias), null, alias);
  }
});
