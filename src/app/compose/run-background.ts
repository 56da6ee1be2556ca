import { accountJobs } from '../../accounts/accounts.ts';
import { WITHOUT_QUEUE } from '../../address/stranger-queue.ts';
import type { AlarmWords } from '../../alarms/alarm-mails.ts';
import { alarmJobs } from '../../alarms/alarms.ts';
import { createAlarmMailStore } from '../../alarms/sql/alarm-mail-store.ts';
import { appJobs } from '../../apps/apps.ts';
import { backupJobs } from '../../backups/backups.ts';
import { createBackupRunStore } from '../../backups/sql/backup-run-store.ts';
import type { Notifier } from '../../base/notifier.ts';
import type { Database } from '../../database/db.ts';
import { createRateSource } from '../../fiat/http/rate-source.ts';
import { readRates } from '../../fiat/read-rates.ts';
import { createRateStore } from '../../fiat/sql/rate-store.ts';
import { noticeJobs } from '../../notices/notices.ts';
import { createNoticeInboxStore } from '../../notices/sql/notice-inbox-store.ts';
import { createGaugeStore } from '../../operate/gauges/sql/gauge-store.ts';
import type { MetricsSources } from '../../operate/metrics/http-metrics.ts';
import { operatorJobs } from '../../operate/operate.ts';
import { proofJobs } from '../../proof/proof.ts';
import { createCheckpointStore } from '../../proof/sql/checkpoint-store.ts';
import { sendJobs } from '../../send/send.ts';
import { createSends, type Sends } from '../../send/sends.ts';
import { createStatementStore } from '../../statements/sql/statement-store.ts';
import { statementJobs } from '../../statements/statements.ts';
import { LANGUAGE_TEXTS } from '../../web/texts/languages.ts';
import { UNOBSERVED } from '../../webhooks/delivery-observer.ts';
import type { WebhookMetrics } from '../../webhooks/metrics/webhook-metrics.ts';
import { createDeliveryStore } from '../../webhooks/sql/delivery-store.ts';
import { runScheduledBackup } from '../backup/scheduled-backup.ts';
import type { AppContext, Role } from './app-context.ts';
import type { AccessParts } from './compose-access.ts';
import { type AccountStores, authUrlOf, composeMailer } from './compose-accounts.ts';
import type { Nwc } from './compose-nwc.ts';
import { runCheckpoint } from './compose-proof.ts';
import { composeSends } from './compose-sends.ts';
import { composeWebhookSending } from './compose-webhook-sending.ts';
import type { Zaps } from './compose-zaps.ts';
import { type LoopDeps, runAccessLoops, runLoops, runWebhookLoops } from './run-loops.ts';

export interface BackgroundOptions {
  readonly context: AppContext;
  readonly database: Database;
  readonly secretKey: Uint8Array;
  readonly deliveryNotifier: Notifier;
  readonly access: AccessParts;
  readonly accountStores: AccountStores;
  readonly parts: LoopDeps;
  readonly zaps: Zaps;
  /** Null while it is switched off. */
  readonly nwc: Nwc | null;
  readonly role: Role;
  /** Null until this process listens. */
  readonly listeningUrl: () => string | null;
}

export interface Background {
  readonly measured: Pick<MetricsSources, 'externalRelays'> & {
    /** Null if metrics are off. */
    readonly webhookMetrics: WebhookMetrics | null;
  };
  readonly sends: Sends;
  /** Resolves some time after the stop signal. */
  readonly ended: Promise<unknown>;
  /** Call it after that: drops the connections that it opened. */
  close(): Promise<void>;
}

/** Starts all loops and jobs of this process, which run until its stop signal. */
export async function runBackground(options: BackgroundOptions): Promise<Background> {
  const { context, database, parts, role, access, accountStores, zaps, nwc } = options;
  const webhooks = await composeWebhookSending(context, database, options.secretKey);
  const sendParts = composeSends(context, database, options.listeningUrl);
  const { receiptKeys, hasPlainRelays } = zaps;
  const sendDeps = {
    ...parts,
    ...sendParts,
    receiptKeys,
    hasPlainRelays,
    strangerQueue: WITHOUT_QUEUE,
  };
  const webhookMetrics = await openWebhookMetrics(context, database);
  const observer = webhookMetrics?.observer ?? UNOBSERVED;
  const sent = { ...webhooks, context, database, notifier: options.deliveryNotifier };
  const jobs = {
    ...accountJobs({ ...context, ...accountStores }),
    ...appJobs({ ...context, ...access }),
    ...sendJobs(sendDeps),
    ...statementJobs({ ...parts, statements: createStatementStore(database) }),
    ...proofJobs({
      ...parts,
      proofs: createCheckpointStore(database),
      leastUsers: context.config.proofFromUsers,
      runCheckpoint,
    }),
    ...operatorJobs({ ...parts, gauges: createGaugeStore(database) }),
    ...composeBackupJobs(context, parts, database),
    ...composeNoticeJobs(context, database),
    ...composeAlarmJobs(context, database),
    ...webhooks.jobs,
    ...nwc?.jobs,
  };
  const ended = Promise.all([
    runLoops(parts, role, jobs),
    runAccessLoops({ ...context, ...access }, parts.stop),
    runWebhookLoops({ ...sent, observer, stop: parts.stop }, role),
    zaps.run(role, parts.stop),
    nwc?.run(role, parts.stop),
    runRateLoop(context, database, role, parts.stop),
  ]);
  return {
    measured: { webhookMetrics, externalRelays: nwc?.externalRelays ?? null },
    sends: createSends(sendDeps),
    ended,
    close: async () => void (await Promise.all([webhooks.close(), sendParts.close()])),
  };
}

/** The library of metrics is loaded only where something reads them. */
async function openWebhookMetrics({ config }: AppContext, database: Database) {
  if (config.metricsPort === null) return null;
  const { createWebhookMetrics } = await import('../../webhooks/metrics/webhook-metrics.ts');
  return createWebhookMetrics(createDeliveryStore(database));
}

function composeBackupJobs({ config }: AppContext, parts: LoopDeps, database: Database) {
  const backupRuns = createBackupRunStore(database);
  const deps = { ...parts, backupRuns, runBackup: runScheduledBackup };
  const isPlayMoney = config.lightning.kind === 'simulated';
  return backupJobs(deps, { everySec: config.backup.everySec, isPlayMoney });
}

function composeNoticeJobs({ config, clock }: AppContext, database: Database) {
  const authUrl = () => authUrlOf(config);
  const noticeInboxes = createNoticeInboxStore(database, config.userLimits);
  return noticeJobs({ clock, noticeInboxes, mailer: composeMailer(config, authUrl), authUrl });
}

function composeAlarmJobs({ config }: AppContext, database: Database) {
  const authUrl = () => authUrlOf(config);
  const mailer = composeMailer(config, authUrl);
  return alarmJobs({ alarmMails: createAlarmMailStore(database), mailer, authUrl, alarmWords });
}

/** Mails to admins are in English, in the words of the pages. */
const alarmWords: AlarmWords = (kind) => {
  const { node, alarmAdvice } = LANGUAGE_TEXTS.en;
  return { name: node.alarms.kinds[kind], advice: alarmAdvice[kind] };
};

/** Reads what a bitcoin is worth, if the operator named a source, until the stop signal. */
async function runRateLoop(
  context: AppContext,
  database: Database,
  role: Role,
  stop: AbortSignal,
): Promise<void> {
  const { url, path, currencies } = context.config.rates;
  if (role === 'api' || url === null) return;
  const rateSource = createRateSource({ url, path });
  await readRates({ ...context, rates: createRateStore(database), rateSource, currencies }, stop);
}
