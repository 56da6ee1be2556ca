/**
 * The parts of receiving: pages on which users ask for money, and the outside wallet of the
 * simulated network.
 */

import { join } from 'node:path';
import { accept, type Result, refuse } from '../base/result.ts';
import { type Config, usesPlayMoney } from '../config/config.ts';
import { runningNetwork } from '../lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../lightning/simulator-client/simulator-control.ts';
import type { SimulatorControl } from '../lightning/simulator-protocol/control-protocol.ts';
import { SIMULATOR_FOLDER } from '../lightning/simulator-protocol/network-protocol.ts';
import type { Page } from '../web/pages/page.ts';
import { bitcoinPages } from './pages/bitcoin.ts';
import { playPages } from './pages/play.ts';
import { receivePages } from './pages/receive.ts';
import { receiveInvoicePages } from './pages/receive-invoice.ts';
import type { ReceivePageDeps } from './pages/receive-page-deps.ts';
import type { SimulatedWalletPort } from './simulated-wallet-port.ts';

export const RECEIVE_PAGES: readonly Page<ReceivePageDeps>[] = [
  ...receivePages,
  ...bitcoinPages,
  ...receiveInvoicePages,
  ...playPages,
];

/** Makes the wallet that gives play money; null where money is real. */
export function createSimulatedWallet({ lightning, dataDir }: Config): SimulatedWalletPort | null {
  if (!usesPlayMoney(lightning)) return null;
  const withNetwork = async <T>(
    work: (control: SimulatorControl) => Promise<Result<T, string>>,
  ): Promise<Result<T, string>> => {
    const network = await runningNetwork(join(dataDir, SIMULATOR_FOLDER));
    return network === null
      ? refuse('the simulated network is not running')
      : await work(controlOf(network));
  };
  return {
    pay: (bolt11, amountSat) =>
      withNetwork((control) => control.pay({ bolt11, ...(amountSat !== null && { amountSat }) })),
    makeInvoice: (amountSat, memo) =>
      withNetwork(async (control) => {
        const made = await control.invoice({ amountSat, memo });
        return made.ok ? accept(made.value.paymentRequest) : made;
      }),
  };
}
