import type { AlarmStore } from '../../alarms/alarm-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../../alarms/raise-alarm.ts';
import type { LightningConfig } from '../../config/config.ts';
import type { LndNodeOptions } from '../../lightning/lnd/node.ts';
import { askWalletState, unlockWallet } from '../../lightning/lnd/wallet-state.ts';
import type { ManagedNodeOptions } from '../../managed-lnd/io/launch.ts';
import { readNodeAccess, readNodeRecord } from '../../managed-lnd/io/node-files.ts';
import { nodeFolder } from '../../managed-lnd/io/node-folder.ts';
import { createNodeKeeper, type NodeWatch } from '../../managed-lnd/io/node-keeper.ts';
import { orderRescan } from '../../managed-lnd/io/rescan-order.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import type { OwnPrograms } from '../own-programs.ts';

type Managed = Extract<LightningConfig, { kind: 'managed' }>;

export interface NodeAlarmStores {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
}

/**
 * Starts LND and keeps it running. A process with the role `api` does not: it uses the LND that a
 * worker on the same machine keeps.
 */
export async function keepManagedNode(
  managed: Managed,
  context: AppContext,
  role: Role,
  ownPrograms: OwnPrograms,
  { alarms }: NodeAlarmStores,
): Promise<void> {
  if (role === 'api') return;
  const record = await readNodeRecord(nodeFolder(context.config.dataDir));
  const watch = nodeWatch({ alarms, log: context.log }, record?.pubkey ?? '');
  const keeper = createNodeKeeper({ ...managedNodeOptions(managed, context), watch });
  ownPrograms.add((isUrgent) => keeper.end(isUrgent));
  await keeper.start();
}

/**
 * Makes the watch that raises an alarm each time LND ends by itself. Until LND has run well for
 * some minutes, all these ends are one alarm with a count.
 */
function nodeWatch({ alarms, log }: RaiseAlarmDeps & NodeAlarmStores, subject: string): NodeWatch {
  const alarm = { kind: 'managed_node_ended', subject } as const;
  // At first the alarm is assumed to be open, because an earlier process may have raised it.
  let isOpen = true;
  return {
    async ended(detail) {
      isOpen = true;
      await raiseAlarm({ alarms, log }, { ...alarm, detail });
    },
    async runs() {
      if (!isOpen) return;
      try {
        await alarms.endAlarm(alarm, 'LND has run for ten minutes');
        isOpen = false;
      } catch {
        // The database is away, so the alarm stays open. LND is looked at again in a second, and
        // the alarm is closed then.
      }
    },
  };
}

export const managedNodeOptions = ({ node }: Managed, context: AppContext): ManagedNodeOptions => ({
  ...context,
  dataDir: context.config.dataDir,
  settings: node,
  program: node.program,
  askState: (place) => askWalletState({ ...place, clock: context.clock }),
  unlock: (place, password) => unlockWallet({ ...place, clock: context.clock }, password),
});

/**
 * Returns the function that orders a managed LND to scan the chain for its wallet once more; null
 * if Satchel keeps no node.
 */
export const managedRescan = ({ lightning, dataDir }: AppContext['config']) =>
  lightning.kind === 'managed' ? () => orderRescan(nodeFolder(dataDir)) : null;

/**
 * How to reach the managed node with one of its macaroons. Macaroon and certificate are read again
 * when they were replaced.
 */
export async function managedAccess(
  { config, clock, accessWatch }: Pick<AppContext, 'config' | 'clock' | 'accessWatch'>,
  macaroon: 'macaroonFile' | 'managementMacaroonFile' | 'chainMacaroonFile',
): Promise<LndNodeOptions> {
  const folder = nodeFolder(config.dataDir);
  const readAccess = () => readNodeAccess(folder, folder[macaroon]);
  return { ...(await readAccess()), readAccess, accessWatch, clock };
}
