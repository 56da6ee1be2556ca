import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { PresentAccountDeps } from '../../apps/routes/present-account.ts';
import type { AppGrantStore } from '../../authorization/app-grant.ts';
import type { TokenStore } from '../../authorization/token-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import type { ChannelBackupFile } from '../../node/keep-channel-backup.ts';
import type { HotExcess } from '../../node/watch-ceiling.ts';
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
  readonly tokens: TokenStore;
  readonly appGrants: AppGrantStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly qrPictures: QrPictures;
}

/** Port: reads what the operators' pages show about the service. */
export interface OperatorPort {
  /**
   * Reads the overview. This asks the node and many tables, so operators who look within a second
   * get the same result.
   */
  readOverview(): Promise<Overview>;
  readNode(): Promise<NodeReport>;
  /** Reads what the node holds above its limit; null if that is nothing, or not known. */
  readHotExcess(): Promise<HotExcess | null>;
  /**
   * The management calls of the node, such as opening channels; null if operators run the node
   * themselves.
   */
  readonly management: NodeManagement | null;
  readonly channelBackupFile: Pick<ChannelBackupFile, 'read'>;
  /** Counts open alarms, up to MAX_COUNTED, so that the count stays cheap. */
  countOpenAlarms(): Promise<number>;
}
