import type { Clock } from '../../base/clock.ts';
import { NOT_FOUND } from '../../web/wire-errors.ts';
import type { ChainTransactionStore } from '../chain-transaction-store.ts';
import type { DepositStore } from '../deposit-store.ts';
import type { Onchain } from '../look-at-chain.ts';

export interface OnchainRouteDeps {
  readonly deposits: DepositStore;
  readonly chainTransactions: ChainTransactionStore;
  readonly clock: Clock;
  /** Access to the node's wallet; null when the service has no bitcoin addresses. */
  readonly onchain: Onchain | null;
}

export const NO_ADDRESSES = {
  ...NOT_FOUND,
  message: 'this service has no bitcoin addresses: its operator has not switched them on',
};
