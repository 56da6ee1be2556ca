import { openLndChainSpending, SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS, openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { chainSpendingSuite } from '../support/onchain/chain-spending-suite.ts';
import { openRegtest } from './regtest.ts';

chainSpendingSuite('LND adapter with LND', async () => {
  const regtest = await openRegtest();
  const leastRights = await regtest.bake([...CHAIN_CALLS, ...SPEND_CALLS]);
  const access = { ...regtest.nodes.alice, ...leastRights, clock: systemClock };
  const spending = openLndChainSpending(access);
  const wallet = openLndChainWallet(access);
  return {
    spending,
    wallet,
    async mine(blocks) {
      await regtest.mine(blocks);
      await eventually('alice has the blocks', async () =>
        (await wallet.tip()).isSynced ? true : null,
      );
    },
    async restartNode() {
      await regtest.kill('alice');
      await regtest.start('alice');
    },
    async close() {
      await spending.close();
      await wallet.close();
    },
  };
});
