import type { Clock } from '../../base/clock.ts';
import { NOT_FOUND } from '../../web/wire-errors.ts';
import type { DepositStore } from '../deposit-store.ts';
import type { Onchain } from '../look-at-chain.ts';
import type { OrderWithdrawalDeps } from '../order-withdrawal.ts';
import type { WithdrawalStore } from '../withdrawal-store.ts';

export interface OnchainRouteDeps extends OrderWithdrawalDeps {
  readonly deposits: DepositStore;
  readonly withdrawals: WithdrawalStore;
  readonly clock: Clock;
  /** Null where the service has no bitcoin addresses. */
  readonly onchain: Onchain | null;
}

export const NO_ADDRESSES = {
  ...NOT_FOUND,
  message: 'this service has no bitcoin addresses: its operator has not switched them on',
};
