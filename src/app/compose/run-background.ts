import { accountJobs } from '../../accounts/accounts.ts';
import type { Zaps } from '../../address/address.ts';
import { WITHOUT_QUEUE } from '../../address/stranger-queue.ts';
import { operatorJobs } from '../../admin/admin.ts';
import type { MetricsSources } from '../../admin/metrics/http-metrics.ts';
import { createAlarmJobs } from '../../alarms/alarms.ts';
import { type AccessParts, appJobs } from '../../apps/apps.ts';
import { writeAppGrantUses } from '../../apps/write-app-grant-uses.ts';
import type { ServiceKeys } from '../../authorization/service-keys.ts';
import { createBackupJobs } from '../../backups/backups.ts';
import type { Loop } from '../../base/jobs.ts';
import type { Notifier } from '../../base/notifier.ts';
import { type ChannelProvider, channelOrderJobs } from '../../channel-orders/channel-orders.ts';
import type { Database } from '../../database/db.ts';
import { createRateLoop } from '../../fiat/fiat.ts';
import type { WalletFeed } from '../../ledger/wallet-feed.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import { requestJobs } from '../../money-requests/money-requests.ts';
import { openChannelBackupFile } from '../../node/io/channel-backup-file.ts';
import { keepChannelBackup } from '../../node/keep-channel-backup.ts';
import { createNodeLedgerStore } from '../../node/sql/node-ledger-store.ts';
import { watchCeiling } from '../../node/watch-ceiling.ts';
import { watchNodeLedger } from '../../node/watch-node-ledger.ts';
import { createNotices } from '../../notifications/notifications.ts';
import type { Nwc } from '../../nwc/nwc.ts';
import { outflowJobs } from '../../outflow/outflow.ts';
import { watchOutflow } from '../../outflow/watch-outflow.ts';
import { proofJobs } from '../../proof/proof.ts';
import type { Push } from '../../push/push.ts';
import { type OpenKeys, secretKeyJobs } from '../../secret-key/secret-key.ts';
import { createSealedRowStore } from '../../secret-key/sql/sealed-row-store.ts';
import { createPayFlow, type PayFlow } from '../../send/pay-flow.ts';
import { createSendPorts, sendJobs } from '../../send/send.ts';
import { statementJobs } from '../../statements/statements.ts';
import type { WebhookMetrics } from '../../webhooks/metrics/webhook-metrics.ts';
import { createWebhookSending } from '../../webhooks/webhooks.ts';
import { runScheduledBackup } from '../backup/scheduled-backup.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import type { SharedStores } from '../shared-stores.ts';
import { composeMail } from './compose-mail.ts';
import { runCheckpoint } from './compose-proof.ts';
import { connectNodeLedger } from './connect-node.ts';
import { openAlarmReceiver } from './open-alarm-receiver.ts';
import { type LoopDeps, runLoops } from './run-loops.ts';

/** What both the API and the background work of this process need. */
export interface ProcessOptions {
  readonly context: AppContext;
  readonly role: Role;
  readonly database: Database;
  readonly keys: OpenKeys;
  readonly serviceKeys: ServiceKeys;
  readonly deliveryNotifier: Notifier;
  readonly liveNotifier: Notifier;
  readonly access: AccessParts;
  readonly stores: SharedStores;
  readonly parts: LoopDeps;
  readonly zaps: Zaps;
  readonly push: Push;
  /**
   * The management calls of the node, such as opening channels; null if operators run the node
   * themselves.
   */
  readonly management: NodeManagement | null;
  readonly channelProvider: ChannelProvider;
}

export interface BackgroundOptions extends ProcessOptions {
  readonly walletFeed: WalletFeed;
  /** The parts for Nostr Wallet Connect; null while it is switched off. */
  readonly nwc: Nwc | null;
  /** The address at which this process listens; null until it does. */
  readonly listeningUrl: () => string | null;
}

export interface Background {
  readonly measured: Pick<MetricsSources, 'externalRelays'> & {
    /** Counts webhook deliveries for metrics; null if metrics are off. */
    readonly webhookMetrics: WebhookMetrics | null;
  };
  readonly payFlow: PayFlow;
  /** Resolves when all background work has ended, some time after the stop signal. */
  readonly ended: Promise<unknown>;
  /** Closes the connections that the background work opened. To be called after `ended`. */
  close(): Promise<void>;
}

/** Starts all loops and jobs of this process, which run until its stop signal. */
export async function runBackground(options: BackgroundOptions): Promise<Background> {
  const { context, database, role, access, stores, zaps, nwc, walletFeed } = options;
  const { management, channelProvider } = options;
  const parts = { ...options.parts, ...stores };
  const readServiceKeys = async () => options.serviceKeys;
  const { mailer, jobs: mailJobs } = composeMail({ ...parts, context, database, readServiceKeys });
  const webhooks = await createWebhookSending(context, database, options.serviceKeys, {
    deliveries: stores.deliveries,
    notifier: options.deliveryNotifier,
    mailer,
  });
  const sendParts = createSendPorts(context, database, options.listeningUrl, options.serviceKeys);
  const notices = createNotices(context, { ...stores, push: options.push, mailer, walletFeed });
  const alarmReceiver = openAlarmReceiver(context);
  const { receiptKeys, hasPlainRelays } = zaps;
  const sendDeps = {
    ...parts,
    ...sendParts,
    receiptKeys,
    hasPlainRelays,
    strangerQueue: WITHOUT_QUEUE,
  };
  const jobs = {
    ...accountJobs({ ...context, ...stores.accountStores }),
    ...appJobs({ ...context, ...access }),
    ...requestJobs(parts),
    ...sendJobs(sendDeps),
    ...statementJobs(parts),
    ...proofJobs({ ...parts, leastUsers: context.config.proofFromUsers, runCheckpoint }),
    ...operatorJobs(parts),
    ...outflowJobs(parts),
    ...(management === null ? {} : channelOrderJobs({ ...parts, ...channelProvider, management })),
    ...createBackupJobs(context, { ...parts, runBackup: runScheduledBackup }),
    ...notices.jobs,
    ...secretKeyJobs({
      ...context,
      keyPair: options.keys.keyPair,
      sealedRows: createSealedRowStore(database),
    }),
    ...createAlarmJobs(context, database, { ...parts, mailer, alarmReceiver }),
    ...mailJobs,
    ...webhooks.jobs,
    ...nwc?.jobs,
  };
  const isWorker = role !== 'api';
  const nodeLedger = await connectNodeLedger(context);
  const { ceiling } = context.config;
  const ledgerEntries = createNodeLedgerStore(database);
  const workerLoops: readonly Loop[] = isWorker
    ? [
        webhooks.deliver,
        zaps.sendReceipts,
        createRateLoop(context, stores.rateStore),
        notices.watch,
        (stop) => watchNodeLedger({ ...parts, nodeLedger, ledgerEntries, ceiling }, stop),
        ceilingLoop(options),
        ...channelBackupLoop(options),
      ]
    : [];
  const ended = Promise.all([
    runLoops(parts, role, jobs),
    options.keys.follow(parts, parts.processId, parts.stop),
    watchOutflow(parts, parts.stop),
    writeAppGrantUses({ ...context, ...access }, parts.stop),
    nwc?.run(parts.stop, { isWorker }),
    ...workerLoops.map((loop) => loop(parts.stop)),
  ]);
  return {
    measured: { webhookMetrics: webhooks.metrics, externalRelays: nwc?.externalRelays ?? null },
    payFlow: createPayFlow(sendDeps),
    ended,
    close: async () =>
      void (await Promise.all([
        webhooks.close(),
        sendParts.close(),
        nodeLedger.close(),
        alarmReceiver?.close(),
      ])),
  };
}

function ceilingLoop({ context, parts, management }: BackgroundOptions): Loop {
  const chainSpending = parts.onchain?.chainSpending ?? null;
  const { ceiling } = context.config;
  return (stop) => watchCeiling({ ...parts, management, chainSpending, ceiling }, stop);
}

function channelBackupLoop({ management, context, parts }: BackgroundOptions): readonly Loop[] {
  if (management === null) return [];
  const channelBackupFile = openChannelBackupFile(context.dataFolder);
  return [(stop) => keepChannelBackup({ ...parts, management, channelBackupFile }, stop)];
}
