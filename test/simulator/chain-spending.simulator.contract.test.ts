import { openLndChainSpending } from '../../src/lightning/lnd/chain-spending.ts';
import { openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { chainSpendingSuite } from '../support/onchain/chain-spending-suite.ts';
import { clockBetweenBlocks, startSimulatorHere } from '../support/simulator-here.ts';
import { newFolder } from '../support/simulator-process.ts';

chainSpendingSuite('LND adapter with the simulated network', async () => {
  const folder = newFolder();
  const clock = clockBetweenBlocks();
  const start = async () => {
    const sim = await startSimulatorHere({ dir: folder.dir, clock });
    const access = {
      restUrl: sim.url(SERVICE_NODE),
      macaroonHex: sim.macaroon(SERVICE_NODE),
      tlsCaPem: null,
      clock: systemClock,
    };
    return { sim, spending: openLndChainSpending(access), wallet: openLndChainWallet(access) };
  };
  let now = await start();
  const end = async () => {
    await now.spending.close();
    await now.wallet.close();
    await now.sim.close();
  };
  return {
    get spending() {
      return now.spending;
    },
    get wallet() {
      return now.wallet;
    },
    mine: async (blocks) => void (await now.sim.control('/mine', { blocks })),
    async restartNode() {
      await end();
      now = await start();
    },
    async close() {
      await end();
      folder.remove();
    },
  };
});
