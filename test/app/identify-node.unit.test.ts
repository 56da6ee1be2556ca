import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifyNode } from '../../src/app/compose/identify-node.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Network } from '../../src/lightning/bolt11.ts';
import { QUIET_CHAIN } from '../support/quiet-chain.ts';

const MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const REGTEST = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6';

const identify = (coldAddress: string, network: Network) => {
  const config = readConfig({
    SATCHEL_DATA_DIR: '/nonexistent',
    SATCHEL_COLD_ADDRESS: coldAddress,
  });
  const told = { pubkey: '02aa', alias: 'ours', network, blockHeight: 1 };
  const info = async () => ({ ...told, ...QUIET_CHAIN, synced: true, version: '1' });
  const bindNode = async () => ({ network, pubkey: '02aa' });
  return identifyNode({ config }, { info }, { nodes: { bindNode } });
};

test('a cold address of another network ends the start', async () => {
  assert.equal((await identify(MAINNET, 'bitcoin')).pubkey, '02aa');
  assert.equal((await identify(REGTEST, 'regtest')).pubkey, '02aa');
  for (const [address, network] of [
    [REGTEST, 'bitcoin'],
    [MAINNET, 'signet'],
    ['somewhere cold', 'bitcoin'],
    [`${MAINNET.slice(0, -1)}5`, 'bitcoin'],
  ] as const) {
    await assert.rejects(identify(address, network), /SATCHEL_COLD_ADDRESS is no bitcoin address/);
  }
});
