import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { PresentAccountDeps } from '../../apps/routes/present-account.ts';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import type { ChannelBackupFile } from '../../node/keep-channel-backup.ts';
import type { QrPictures } from '../../web/qr-pictures.ts';
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
  readonly qrPictures: QrPictures;
}

/** Reads what the operators' pages show. */
export interface OperatorPort {
  /**
   * Reads the overview. It asks the node and many tables, so everyone who looks within a moment
   * gets the same one.
   */
  readOverview(): Promise<Overview>;
  readNode(): Promise<NodeReport>;
  /** What operators do with the node; null where they run it themselves. */
  readonly management: NodeManagement | null;
  readonly channelBackupFile: Pick<ChannelBackupFile, 'read'>;
  /** Counts open alarms, up to MAX_COUNTED. */
  countOpenAlarms(): Promise<number>;
}
