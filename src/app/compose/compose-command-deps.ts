import { createArgon2Hasher } from '../../accounts/libraries/argon2.ts';
import { createLinkStore } from '../../accounts/sql/link-store.ts';
import { createOperatorsAddressNames } from '../../address/operators-address-names.ts';
import { createAlarmListStore } from '../../alarms/sql/alarm-store.ts';
import { createLndhubKind } from '../../apps/lndhub-devices/lndhub-kind.ts';
import { createLndhubStore } from '../../apps/lndhub-devices/sql/lndhub-store.ts';
import { createAppGrantStore } from '../../apps/sql/app-grant-store.ts';
import { createClientStore } from '../../apps/sql/client-store.ts';
import { createConnectionStore } from '../../apps/sql/connection-store.ts';
import { createJobListStore } from '../../background/sql/job-store.ts';
import { createBackupRunStore } from '../../backups/sql/backup-run-store.ts';
import { createBackupScheduleStore } from '../../backups/sql/backup-schedule-store.ts';
import { addressDomainFor, authUrlOf, baseUrlOf } from '../../config/public-urls.ts';
import { createRates } from '../../fiat/fiat.ts';
import type { NodeAccess } from '../../lightning/node-access.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import { createOperatorHaltStore } from '../../node/sql/payment-halt-store.ts';
import { createUnclaimedStore } from '../../receipts/sql/unclaimed-store.ts';
import { createPayOrderStore } from '../../send/sql/pay-order-store.ts';
import { textsOf } from '../../texts/io/catalogues.ts';
import { writeNotedBackup } from '../backup/backup.ts';
import { backupFolderOf, makeScheduledBackup } from '../backup/scheduled-backup.ts';
import type { AppContext, OpenContext } from '../context/app-context.ts';
import { readCheckedKey } from '../context/check-secret-key.ts';
import { composeMail } from './compose-mail.ts';
import { composeNwcKind } from './compose-nwc-kind.ts';
import { composeProof } from './compose-proof.ts';
import { composeStores } from './compose-stores.ts';
import { connectRunningNode } from './connect-node.ts';
import { identifyNode } from './identify-node.ts';
import { createPageStores } from './page-stores.ts';
import { operatorGate } from './payment-halts.ts';

export type CommandDeps = ReturnType<typeof composeCommandDeps>;

/**
 * What commands work with, over an open database. Only what a command calls reads the secret key
 * or reaches the node.
 */
export function composeCommandDeps(context: OpenContext) {
  const { config, storage, clock, random, log } = context;
  const { database } = storage;
  const { userLimits, payments } = config;
  const stores = composeStores({ ...context, database, userLimits, batchMax: payments.batchMax });
  const authUrl = () => authUrlOf(config);
  const readSecretKey = () => readCheckedKey(context, database);
  return {
    config,
    clock,
    random,
    log,
    ...stores,
    ...createPageStores(database, userLimits),
    ...openNode(context, stores),
    ...openBackups(context),
    alarmList: createAlarmListStore(database),
    appGrants: createAppGrantStore(database),
    clients: createClientStore(database),
    connections: createConnectionStore(database),
    jobList: createJobListStore(database),
    links: createLinkStore(database),
    operatorStops: createOperatorHaltStore(database),
    payOrders: createPayOrderStore(database),
    rates: createRates(config, database),
    unclaimed: createUnclaimedStore(database),
    passwords: createArgon2Hasher(random),
    outbox: composeMail({ context, database, readSecretKey }).outbox,
    textsOf,
    authUrl,
    signup: config.signup,
    paymentHalt: operatorGate(config),
    operatorsAddressNames: createOperatorsAddressNames({
      ...stores,
      clock,
      addressDomain: () => addressDomainFor(config),
    }),
    nwcKind: composeNwcKind(context, database, readSecretKey),
    lndhubKind: createLndhubKind({
      lndhub: createLndhubStore(database),
      baseUrl: () => baseUrlOf(config),
    }),
    openProof: () => composeProof(context, database),
  };
}

function openNode(context: AppContext, stores: Parameters<typeof identifyNode>[2]) {
  const connectNode = () => connectRunningNode(context);
  const identify = (lightning: LightningNode) => identifyNode(context, lightning, stores);
  return {
    connectNode,
    identifyNode: identify,
    /** Refuses a node that is not that of the database. */
    async withNode<T>(work: (access: NodeAccess) => Promise<T>): Promise<T> {
      const lightning = await connectNode();
      try {
        return await work({ lightning, node: await identify(lightning) });
      } finally {
        await lightning.close();
      }
    },
  };
}

const openBackups = (context: OpenContext) => ({
  backupRuns: createBackupRunStore(context.storage.database),
  backupSchedules: createBackupScheduleStore(context.storage.database, context.config.backup),
  backupFolder: backupFolderOf(context),
  writeBackup: (path: string, withSecretKey: boolean) =>
    writeNotedBackup(context, path, withSecretKey),
  makeScheduledBackup: () => makeScheduledBackup(context),
});
