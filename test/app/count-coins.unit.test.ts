import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCoins } from '../../src/app/compose/count-coins.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { readConfig } from '../../src/config/config.ts';
import { ownedMsat } from '../../src/lightning/node-wallet.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createScriptedNode } from '../support/scripted-node/scripted-node.ts';

const scripted = createScriptedNode({ clock: systemClock, random: systemRandom });
const openingLocalMsat = msat(3_000n);
const channels = {
  ...scripted,
  get connectionsOpened() {
    return scripted.connectionsOpened;
  },
  balances: async () => ({ ...(await scripted.balances()), openingLocalMsat }),
};
const deposits = { readCoins: async () => sat(5n) };

test('a node owns what it has on the chain and in channels that open, with bitcoin addresses', async () => {
  const ownedWith = async (onchain: string) =>
    ownedMsat(
      await countCoins(channels, readConfig({ SATCHEL_ONCHAIN: onchain }), { deposits }).balances(),
    );
  assert.equal(await ownedWith('on'), scripted.holds.localMsat + 5_000n + 3_000n);
  assert.equal(await ownedWith('off'), scripted.holds.localMsat);
});

test('a new connection to the node is noticed through its counted form', () => {
  const counted = countCoins(channels, readConfig({}), { deposits });
  const before = counted.connectionsOpened;
  scripted.says.connectionsOpened += 1;
  assert.equal(counted.connectionsOpened, before + 1);
});
