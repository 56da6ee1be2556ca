import { createArgon2Hasher } from '../../accounts/libraries/argon2.ts';
import { createOperatorsAddressNames } from '../../address/operators-address-names.ts';
import { createLndhubKind } from '../../apps/lndhub-devices/lndhub-kind.ts';
import { createLndhubStore } from '../../apps/lndhub-devices/sql/lndhub-store.ts';
import { createNwcKind } from '../../apps/nwc-keys/nwc-kind.ts';
import { createAppGrantStore } from '../../apps/sql/app-grant-store.ts';
import { createClientStore } from '../../apps/sql/client-store.ts';
import { createConnectionStore } from '../../apps/sql/connection-store.ts';
import { createKeyLimit } from '../../base/key-limit.ts';
import { addressDomainFor, authUrlOf, baseUrlOf } from '../../config/public-urls.ts';
import { createRates } from '../../fiat/fiat.ts';
import { textsOf } from '../../i18n/io/catalogues.ts';
import type { NodeAccess } from '../../lightning/node-access.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import { openChannelBackupFile } from '../../node/io/channel-backup-file.ts';
import { createRootKeyStore } from '../../node/sql/root-key-store.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import { createPayOrderStore } from '../../send/sql/pay-order-store.ts';
import { MAX_STATEMENT_FILES } from '../../statements/limits.ts';
import { writeNotedBackup } from '../backup/backup.ts';
import { backupFolderOf, makeScheduledBackup } from '../backup/scheduled-backup.ts';
import type { AppContext, OpenContext } from '../context/app-context.ts';
import { readCheckedKeys } from '../context/check-secret-key.ts';
import { createSharedStores } from '../shared-stores.ts';
import { composeKeyRotation } from './compose-key-rotation.ts';
import { composeMail } from './compose-mail.ts';
import { composeProof } from './compose-proof.ts';
import { composeStores, type Stores } from './compose-stores.ts';
import { closeChain, connectChain } from './connect-chain.ts';
import { managedRescan } from './connect-managed-node.ts';
import { connectManagement, connectRunningNode } from './connect-node.ts';
import { identifyNode } from './identify-node.ts';
import { nwcKindDeps } from './nwc-kind-deps.ts';
import { openAlarmReceiver } from './open-alarm-receiver.ts';
import { openProviders } from './open-providers.ts';
import { operatorStop } from './payment-stops.ts';
import { serviceMacaroons } from './service-macaroons.ts';

export type CommandDeps = ReturnType<typeof composeCommandDeps>;

/**
 * Creates everything that commands work with, over an open database. The secret key is read, and
 * the node called, only when a command needs them.
 */
export function composeCommandDeps(context: OpenContext) {
  const { config, storage, clock, random, log } = context;
  const { database } = storage;
  const { userLimits, payments } = config;
  const stores = {
    ...composeStores({ ...context, database, userLimits, batchMax: payments.batchMax }),
    ...createSharedStores(database, config),
  };
  const authUrl = () => authUrlOf(config);
  const readKeys = () => readCheckedKeys(context, database);
  const readServiceKeys = async () => (await readKeys()).serviceKeys;
  return {
    config,
    clock,
    random,
    log,
    ...stores,
    ...openNode(context, stores),
    connectManagement: () => connectManagement(context),
    openChannelProvider: () => openProviders(context),
    orderRescan: managedRescan(config),
    macaroons: serviceMacaroons(context, stores),
    rootKeys: createRootKeyStore(database),
    channelBackupFile: openChannelBackupFile(context.dataFolder),
    ...openBackups(context),
    appGrants: createAppGrantStore(database),
    clients: createClientStore(database),
    connections: createConnectionStore(database),
    statementFiles: createKeyLimit(MAX_STATEMENT_FILES),
    links: stores.accountStores.links,
    payOrders: createPayOrderStore(database),
    rates: createRates(config, stores.rateStore),
    passwords: createArgon2Hasher(random),
    outbox: composeMail({ ...stores, context, database, readServiceKeys }).outbox,
    textsOf,
    authUrl,
    signup: config.signup,
    paymentStop: operatorStop(config),
    hasAddresses: config.onchain !== null,
    operatorsAddressNames: createOperatorsAddressNames({
      ...stores,
      clock,
      addressDomain: () => addressDomainFor(config),
    }),
    nwcKind: createNwcKind(nwcKindDeps(context, stores, readKeys)),
    lndhubKind: createLndhubKind({
      lndhub: createLndhubStore(database),
      baseUrl: () => baseUrlOf(config),
    }),
    openAlarmReceiver: () => openAlarmReceiver(context),
    openProof: () => composeProof(context, database),
    openKeyRotation: () => composeKeyRotation(context),
  };
}

function openNode(
  context: AppContext,
  stores: Parameters<typeof identifyNode>[2] & Pick<Stores, 'deposits'>,
) {
  const connectNode = () => connectRunningNode(context, stores);
  const identify = (lightning: LightningNode) => identifyNode(context, lightning, stores);
  /**
   * Does work that needs the node, and throws if the node is not the one that the database belongs
   * to.
   */
  const withNode = async <T>(work: (access: NodeAccess) => Promise<T>): Promise<T> => {
    const lightning = await connectNode();
    try {
      return await work({ lightning, node: await identify(lightning) });
    } finally {
      await lightning.close();
    }
  };
  return {
    connectNode,
    identifyNode: identify,
    withNode,
    /**
     * Does work that needs the node and its bitcoin wallet. `onchain` is null if users have no
     * bitcoin addresses.
     */
    withChain: <T>(
      work: (access: NodeAccess & { readonly onchain: Onchain | null }) => Promise<T>,
    ): Promise<T> =>
      withNode(async (access) => {
        const onchain = await connectChain(context);
        try {
          return await work({ ...access, onchain });
        } finally {
          if (onchain !== null) await closeChain(onchain);
        }
      }),
  };
}

const openBackups = (context: OpenContext) => ({
  backupFolder: backupFolderOf(context),
  writeBackup: (path: string, withSecretKey: boolean) =>
    writeNotedBackup(context, path, withSecretKey),
  makeScheduledBackup: () => makeScheduledBackup(context),
});
