import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { PresentAccountDeps } from '../../apps/routes/present-account.ts';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { NodeReport } from '../read-node-report.ts';
import type { Overview } from '../read-overview.ts';
import type { ActionsPort } from './actions-port.ts';
import type { OperatorStores } from './operator-stores.ts';

export interface OperatorPageDeps
  extends Pick<PresentAccountDeps, 'addressNames' | 'addressDomain'> {
  readonly accounts: AccountPorts;
  readonly actions: ActionsPort;
  readonly operator: OperatorPort;
  readonly operatorStores: OperatorStores;
  readonly wallets: WalletStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** Reads what the operators' pages show. */
export interface OperatorPort {
  /**
   * Reads the overview. Everyone who looks within a moment is shown the same one: it asks the node
   * and many tables.
   */
  readOverview(): Promise<Overview>;
  readNode(): Promise<NodeReport>;
  /** Counts open alarms, up to MAX_COUNTED. */
  countOpenAlarms(): Promise<number>;
}
