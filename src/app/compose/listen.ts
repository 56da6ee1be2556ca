import type { AccountDeps } from '../../accounts/account-deps.ts';
import { createAccounts } from '../../accounts/accounts.ts';
import { createServiceStatus } from '../../activity/activity.ts';
import { createInstallation, createOperatorPort, createOperatorStores } from '../../admin/admin.ts';
import type { Metrics, MetricsSources } from '../../admin/metrics/http-metrics.ts';
import { createMetricsServer } from '../../admin/metrics/metrics-server.ts';
import { cacheFor } from '../../base/cache-for.ts';
import { authUrlOf } from '../../config/public-urls.ts';
import { createPendingRecordsStore } from '../../history/sql/pending-records-store.ts';
import { openChannelBackupFile } from '../../node/io/channel-backup-file.ts';
import type { RelayDeps } from '../../nwc/relay/relay-deps.ts';
import type { LiveHub } from '../../web/live/live-hub.ts';
import { createWebhookPorts } from '../../webhooks/webhooks.ts';
import { createServer } from '../http/server.ts';
import { composeMail } from './compose-mail.ts';
import { composePages } from './compose-pages.ts';
import type { Background, ProcessOptions } from './run-background.ts';

export interface Listening {
  readonly address: string | null;
  /** What the pages need for accounts; null in a role without pages. */
  readonly accounts: AccountDeps | null;
  /** Stops accepting calls, and resolves when running calls have finished. */
  close(): Promise<void>;
}

export interface ListenOptions extends ProcessOptions {
  readonly background: Pick<Background, 'measured' | 'payFlow'>;
  /** The Nostr relay of this service, for apps; null while it is switched off. */
  readonly relay: RelayDeps | null;
}

/**
 * Opens the servers of this process: the API, except in the role `worker`, and metrics if they are
 * configured.
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { context, database, stores, role } = options;
  const { config } = context;
  const { measured, payFlow } = options.background;
  const parts = { ...options.parts, ...options.access, ...measured, ...stores };
  await using opened = new AsyncDisposableStack();
  const installation = await createInstallation(database, parts, config);
  let live: Pick<LiveHub, 'count'> | null = null;
  const liveStreams = () => live?.count() ?? 0;
  const refusesWrites = () => parts.databaseSafety.refusedWrites() !== null;
  const metrics = await openMetrics({ ...parts, ...installation, refusesWrites, liveStreams });

  if (config.metricsPort !== null && metrics !== null) {
    const server = createMetricsServer(metrics);
    opened.defer(() => server.close());
    await listenAt(server, config.host, config.metricsPort, 'SATCHEL_METRICS_PORT');
  }
  let address: string | null = null;
  let accounts: AccountDeps | null = null;
  if (role !== 'worker') {
    const authUrl = () => authUrlOf({ ...config, baseUrl: config.baseUrl ?? address });
    const { outbox } = composeMail({
      ...parts,
      ...options,
      readServiceKeys: async () => options.serviceKeys,
      authUrl,
    });
    accounts = createAccounts({ ...options, stores: stores.accountStores, authUrl, outbox });
    opened.defer(async () => accounts?.tasks.drain());
    const pages = composePages({
      ...options,
      payFlow,
      accounts,
      operator: createOperatorPort(
        {
          ...parts,
          management: options.management,
          chainSpending: parts.onchain?.chainSpending ?? null,
          ceiling: config.ceiling,
          channelBackupFile: openChannelBackupFile(context.dataFolder),
        },
        installation,
      ),
      operatorStores: createOperatorStores(database, parts, config),
      actions: { ...parts, ...options.channelProvider },
      serviceStatus: createServiceStatus(parts, config),
    });
    live = pages.live;
    const webhooks = createWebhookPorts({ ...options, ...stores.accountStores, config });
    const api = await createServer({
      ...parts,
      pendingRecords: createPendingRecordsStore(database),
      ...webhooks,
      ...options.zaps,
      relay: options.relay,
      metrics,
      pages,
      ...httpSettings(options),
    });
    opened.defer(() => api.close());
    address = await listenAt(api, config.host, config.port, 'SATCHEL_PORT');
  }
  const all = opened.move();
  return { address: config.baseUrl ?? address, accounts, close: () => all.disposeAsync() };
}

/**
 * Opens the server of metrics. Null if metrics are off: nothing is counted then, and the library
 * prom-client is not loaded.
 */
async function openMetrics({
  webhookMetrics,
  ...sources
}: Omit<MetricsSources, 'webhookMetrics'> & Background['measured']): Promise<Metrics | null> {
  if (webhookMetrics === null) return null;
  const { createMetrics } = await import('../../admin/metrics/http-metrics.ts');
  return createMetrics({ ...sources, webhookMetrics });
}

/**
 * The error when the service cannot listen on its address. The operator has to change a setting or
 * another program.
 */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface Listener {
  listen(place: { readonly host: string; readonly port: number }): Promise<string>;
}

async function listenAt(
  listener: Listener,
  host: string,
  port: number,
  variable: string,
): Promise<string> {
  try {
    return await listener.listen({ host, port });
  } catch (cause) {
    const advice = `set ${variable} to a free port, or SATCHEL_HOST to another address`;
    throw new ListenError(`cannot listen on port ${port} of ${host}: ${advice}`, { cause });
  }
}

/**
 * The time for which an answer about the service's health is kept. Anyone may ask, and each new
 * answer costs a call to the node.
 */
const KEEP_HEALTH_MS = 1000;

function httpSettings({ context: { config, clock }, parts }: ListenOptions) {
  const { baseUrl, authUrl, addressDomain, trustedProxies, rateLimit, site, payments } = config;
  return {
    config: { ...payments, baseUrl, authUrl, addressDomain, trustedProxies, rateLimit, site },
    health: {
      askDatabase: cacheFor(clock, KEEP_HEALTH_MS, () =>
        parts.processes.databaseNow().then(() => undefined),
      ),
      whyWritesFail: () => parts.databaseSafety.refusedWrites()?.why ?? null,
      isStandbyAway: cacheFor(clock, KEEP_HEALTH_MS, () => parts.databaseSafety.isStandbyAway()),
      askNode: cacheFor(clock, KEEP_HEALTH_MS, () => parts.lightning.info().then(() => undefined)),
    },
  };
}
