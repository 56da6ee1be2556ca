/** Starts and stops one process of the service, in the role that it has. */

import type { AccountDeps } from '../../accounts/account-deps.ts';
import { createZaps } from '../../address/address.ts';
import { createAccess, type NwcConnecting } from '../../apps/apps.ts';
import { createNwcKind } from '../../apps/nwc-keys/nwc-kind.ts';
import { createAppPairing } from '../../apps/nwc-keys/pair-app.ts';
import { createPairingStore } from '../../apps/nwc-keys/sql/pairing-store.ts';
import { createNotifier } from '../../base/notifier.ts';
import type { Config } from '../../config/config.ts';
import { baseUrlOf } from '../../config/public-urls.ts';
import type { Database } from '../../database/db.ts';
import { createChangedWalletStore } from '../../ledger/sql/changed-wallet-store.ts';
import { createWalletFeed } from '../../ledger/wallet-feed.ts';
import type { NodeConnection } from '../../lightning/node-wallet.ts';
import { createNwc } from '../../nwc/nwc.ts';
import { applySettings } from '../../outflow/outflow.ts';
import { createOutflowStore } from '../../outflow/sql/outflow-store.ts';
import { beat } from '../../payments/recovery/heartbeat.ts';
import { closePush, createPush } from '../../push/push.ts';
import {
  BEFORE_ALL_LEADERS,
  ensureNodeBaseline,
} from '../../receipts/watch/ensure-node-baseline.ts';
import type { OpenKeys } from '../../secret-key/secret-key.ts';
import type { PayFlow } from '../../send/pay-flow.ts';
import { prepareBackups } from '../backup/scheduled-backup.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import { checkSecretKeys, readKeyPair } from '../context/check-secret-key.ts';
import { openStorage } from '../context/open-storage.ts';
import type { OwnPrograms } from '../own-programs.ts';
import { createSharedStores } from '../shared-stores.ts';
import { composeServiceParts, type ServiceParts } from './compose-service-parts.ts';
import { composeStores, type Stores } from './compose-stores.ts';
import { closeChain, connectChain } from './connect-chain.ts';
import { connectManagement, connectNode } from './connect-node.ts';
import { identifyNode } from './identify-node.ts';
import { listen } from './listen.ts';
import { nwcKindDeps } from './nwc-kind-deps.ts';
import { openProviders } from './open-providers.ts';
import { runBackground } from './run-background.ts';

export interface RunningService {
  readonly parts: ServiceParts & { readonly config: Config['payments'] };
  /**
   * The public URL of the API, or if none is configured the URL at which it listens; null in a role
   * without the API.
   */
  readonly address: string | null;
  /** What the pages need for accounts; null in a role without pages. */
  readonly accounts: AccountDeps | null;
  readonly payFlow: PayFlow;
  /** Stops the process step by step, so that no work is cut off. */
  stop(): Promise<void>;
}

/** The ports through which a process reaches the database and the node, which tests can replace. */
export interface Ports {
  readonly stores: Stores;
  readonly lightning: NodeConnection;
}

export interface ServiceHooks {
  /** Called if the embedded database has died and cannot be restarted. */
  readonly onLost: (error: unknown) => void;
  readonly ownPrograms: OwnPrograms;
}

/**
 * Starts one process of the service. When this function returns, the process serves calls. Stopping
 * ends the parts in the opposite order: first calls, then payments and loops, then the node, and
 * the database last. By `wrap`, tests put code between the service and its ports, for example to
 * let it crash there.
 */
export async function runService(
  context: AppContext,
  role: Role,
  hooks: ServiceHooks,
  wrap: (ports: Ports) => Ports = (ports) => ports,
): Promise<RunningService> {
  await using begun = new AsyncDisposableStack();
  begun.defer(() => hooks.ownPrograms.endAll());
  const { config } = context;
  // The secret key is created before everything else at the first start, so that every backup of
  // the data folder contains it.
  const keyPair = await readKeyPair(context);

  const storage = await openServiceStorage(context, role, hooks);
  begun.defer(() => storage.close());
  const keys = await checkSecretKeys(storage.database, keyPair);

  const sharedStores = createSharedStores(storage.database, config);
  if (role !== 'api') await prepareBackups(context, storage, sharedStores.backupSchedules);

  const notifiers = { deliveryNotifier: createNotifier(), liveNotifier: createNotifier() };
  const ownStores = composeStores({
    ...context,
    ...storage,
    ...storeLimits(config),
    afterSettlement: notifiers,
  });
  const connected = await connectNode(context, role, hooks.ownPrograms, ownStores);
  begun.defer(() => connected.close());
  const management = await connectManagement(context);
  if (management !== null) begun.defer(() => management.close());
  const channelProvider = begun.adopt(await openProviders(context), (one) => one.provider.close());
  const onchain = await connectChain(context);
  if (onchain !== null) begun.defer(() => closeChain(onchain));
  const { stores, lightning } = wrap({ stores: ownStores, lightning: connected });
  const node = await identifyNode(context, lightning, stores);

  const parts = {
    ...composeServiceParts({ context, stores, lightning, node, onchain }),
    config: config.payments,
  };
  begun.defer(() => stores.processes.leave(parts.processId));
  await join(parts, role, keys);
  if (storage.isOurs) await stores.processes.declareOthersGone(parts.processId);

  await ensureNodeBaseline(parts, BEFORE_ALL_LEADERS, parts.stop);
  await parts.storedStops.refresh();
  // No payment leaves over the node until its newest payments have been compared with the database.
  // If that fails now, it is tried again later; users can pay each other meanwhile.
  await parts.startupCheck.take(parts.stop).catch((error: unknown) => {
    parts.log.warn({ error }, 'the node did not tell its newest payments');
  });

  const zaps = createZaps(context, stores.zapDeliveries, keys.serviceKeys);
  let address: string | null = null;
  const apiUrl = () => address ?? baseUrlOf(config);
  const { database } = storage;
  const nwcDeps = nwcKindDeps(context, { ...stores, ...sharedStores }, async () => keys);
  const connecting = config.nwc.isOn ? nwcConnecting(database, nwcDeps) : null;
  const access = createAccess({ ...context, database, apiUrl }, config, connecting);
  const push = begun.adopt(createPush({ ...keys, context, database, ...stores }), closePush);
  const own = { context, role, database, stores: sharedStores, parts, access, zaps };
  const shared = { ...own, ...keys, keys, ...notifiers, management, channelProvider, push };
  const walletFeed = openWalletFeed(context, database);
  const nwc = createNwc({
    ...shared,
    nwcKeys: sharedStores.nwcKeys,
    requestStorage: stores.requestStorage,
    parts: { ...parts, walletFeed },
  });
  const listeningUrl = () => address;
  const background = await runBackground({ ...shared, nwc, walletFeed, listeningUrl });
  begun.defer(() => background.close());
  begun.defer(async () => {
    parts.stopNow.abort();
    await Promise.all([parts.dispatcher.drain(), background.ended]);
  });

  const listening = await listen({ ...shared, background, relay: nwc?.relay ?? null });
  address = listening.address;
  begun.defer(async () => {
    parts.shutdownNow.abort();
    await listening.close();
  });

  const running = begun.move();
  return {
    parts,
    address,
    accounts: listening.accounts,
    payFlow: background.payFlow,
    stop: () => running.disposeAsync(),
  };
}

/** Tells the other processes that this one is alive, and which secret keys it has. */
async function join(parts: RunningService['parts'], role: Role, keys: OpenKeys): Promise<void> {
  await beat({ ...parts, role });
  await keys.announce(parts.processId);
}

const openWalletFeed = (context: AppContext, database: Database) =>
  createWalletFeed({ ...context, changedWallets: createChangedWalletStore(database) });

const storeLimits = ({ payments, rateLimit, addressLimits, userLimits, database }: Config) => ({
  serverDemands: database,
  batchMax: payments.batchMax,
  openInvoicesMax: rateLimit.isOn ? payments.openInvoicesMax : null,
  invoicesPerDay: rateLimit.isOn ? payments.invoicesPerDay : null,
  storedMibPerDay: rateLimit.isOn ? payments.storedMibPerDay : null,
  addressLimits,
  userLimits,
});

const nwcConnecting = (
  database: Database,
  deps: ReturnType<typeof nwcKindDeps>,
): NwcConnecting => ({
  kind: createNwcKind(deps),
  pairing: createAppPairing({ ...deps, pairings: createPairingStore(database) }),
});

/** Opens the database, and writes the limits of the settings before anything can leave. */
async function openServiceStorage(context: AppContext, role: Role, hooks: ServiceHooks) {
  const { config } = context;
  const storage = await openStorage({
    ...context,
    ...hooks,
    database: config.database,
    applicationName: `satchel ${role}`,
  });
  await applySettings(createOutflowStore(storage.database), config).catch(
    async (error: unknown) => {
      await storage.close();
      throw error;
    },
  );
  return storage;
}
