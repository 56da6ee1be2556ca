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
const says = { openingLocalMsat: msat(3_000n) };
const seen = { coinsSat: sat(5n), openingLocalMsat: msat(3_000n) };
const channels = {
  ...scripted,
  get connectionsOpened() {
    return scripted.connectionsOpened;
  },
  balances: async () => ({ ...(await scripted.balances()), ...says }),
};
const deposits = { readCoins: async () => seen };

/** What the node holds beside its open channels, as it is counted. */
async function chainMsat(onchain: 'on' | 'off'): Promise<bigint> {
  const config = readConfig({ SATCHEL_ONCHAIN: onchain });
  const balances = await countCoins(channels, config, { deposits }).balances();
  return ownedMsat(balances) - scripted.holds.localMsat;
}

test('a node owns what it has on the chain and in channels that open, with bitcoin addresses', async () => {
  assert.equal(await chainMsat('on'), 5_000n + 3_000n);
  assert.equal(await chainMsat('off'), 0n);
});

test('what the last look has counted as a coin does not count in a channel as well', async (t) => {
  t.after(() => Object.assign(seen, { openingLocalMsat: msat(3_000n) }));
  t.after(() => Object.assign(says, { openingLocalMsat: msat(3_000n) }));
  seen.openingLocalMsat = msat(0n);
  assert.equal(await chainMsat('on'), 5_000n, 'it began to open after the look');
  seen.openingLocalMsat = msat(1_000n);
  assert.equal(await chainMsat('on'), 5_000n + 1_000n, 'a second one began to open after it');
  seen.openingLocalMsat = msat(3_000n);
  says.openingLocalMsat = msat(0n);
  assert.equal(await chainMsat('on'), 5_000n, 'it has opened since, and counts as open');
});

test('a new connection to the node is noticed through its counted form', () => {
  const counted = countCoins(channels, readConfig({}), { deposits });
  const before = counted.connectionsOpened;
  scripted.says.connectionsOpened += 1;
  assert.equal(counted.connectionsOpened, before + 1);
});
