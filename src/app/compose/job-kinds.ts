import {
  type SweepAddressInvoicesDeps,
  type SweepUnpaidInvoicesDeps,
  sweepAddressInvoices,
  sweepUnpaidInvoices,
} from '../../address/sweep-address-invoices.ts';
import {
  type SweepZapDeliveriesDeps,
  sweepZapDeliveries,
} from '../../address/sweep-zap-deliveries.ts';
import { MAIL_ALARM_JOB, MAIL_ALARMS_JOB } from '../../alarms/alarm-mail-store.ts';
import { type MailAlarmsDeps, mailAlarm, mailAlarms } from '../../alarms/mail-alarms.ts';
import type { JobKind } from '../../background/run-jobs.ts';
import { MAKE_BACKUP_JOB } from '../../backups/backup-run-store.ts';
import {
  type LookForBackupDeps,
  lookForBackup,
  type MakeBackupsDeps,
  makeBackups,
  type WatchBackupsDeps,
  watchBackups,
} from '../../backups/make-backups.ts';
import { CHECKPOINT_EVERY_SEC } from '../../base/proof-limits.ts';
import {
  type CancelNodeInvoicesDeps,
  cancelNodeInvoices,
} from '../../invoices/cancel-node-invoices.ts';
import { type LookForNoticesDeps, lookForNotices } from '../../notices/look-for-notices.ts';
import { type MailNoticesDeps, mailNotices } from '../../notices/mail-notices.ts';
import { MAIL_NOTICES_JOB } from '../../notices/notice.ts';
import { type SweepNoticesDeps, sweepNotices } from '../../notices/sweep-notices.ts';
import { type SweepNwcRequestsDeps, sweepNwcRequests } from '../../nwc/run-nwc-requests.ts';
import { GAUGE_EVERY_SEC } from '../../operate/gauges/gauge-limits.ts';
import { type SampleGaugesDeps, sampleGauges } from '../../operate/sample-gauges.ts';
import { type MakeCheckpointsDeps, makeCheckpoints } from '../../proof/make-checkpoints.ts';
import type { CarryOutDeps } from '../../send/carry-out-order.ts';
import { payOrder } from '../../send/pay-order.ts';
import { PAY_ORDER_JOB } from '../../send/stores/pay-order-store.ts';
import { type CloseStatementsDeps, closeStatements } from '../../statements/close-statements.ts';
import { END_DELIVERIES_JOB } from '../../webhooks/delivery-store.ts';
import {
  type EndExpiredEndpointsDeps,
  endExpiredEndpoints,
} from '../../webhooks/end-expired-endpoints.ts';
import {
  type EndLeftDeliveriesDeps,
  endLeftDeliveries,
} from '../../webhooks/end-left-deliveries.ts';
import { ENDPOINT_NOTICE_JOB } from '../../webhooks/notice-store.ts';
import {
  type SendEndpointNoticeDeps,
  sendEndpointNotice,
} from '../../webhooks/send-endpoint-notice.ts';
import {
  type SweepAccountsDeps,
  type SweepAttemptLogDeps,
  type SweepExpiredDeps,
  type SweepGaugesDeps,
  type SweepLndhubDeps,
  type SweepOauthDeps,
  type SweepSendsDeps,
  type SweepWebhooksDeps,
  sweepAccounts,
  sweepAttemptLog,
  sweepExpired,
  sweepGauges,
  sweepLndhub,
  sweepOauth,
  sweepSends,
  sweepWebhooks,
} from '../sweeps/sweeps.ts';

type JobKinds = ReadonlyMap<string, JobKind>;

const SWEEP_EVERY_SEC = 60;
const CANCEL_EVERY_SEC = 5;
const HOUR_SEC = 3600;

export const moneyJobs = (
  deps: CancelNodeInvoicesDeps &
    SweepExpiredDeps &
    SweepAddressInvoicesDeps &
    SweepUnpaidInvoicesDeps,
): JobKinds =>
  new Map([
    [
      'cancel-node-invoices',
      { work: (_, signal) => cancelNodeInvoices(deps, signal), everySec: CANCEL_EVERY_SEC },
    ],
    [
      'sweep-address-invoices',
      { work: (_, signal) => sweepAddressInvoices(deps, signal), everySec: SWEEP_EVERY_SEC },
    ],
    [
      'sweep-unpaid-invoices',
      { work: (_, signal) => sweepUnpaidInvoices(deps, signal), everySec: HOUR_SEC },
    ],
    ['sweep-keys', { work: (_, signal) => sweepExpired(deps, signal), everySec: SWEEP_EVERY_SEC }],
  ]);

export const statementJobs = (deps: CloseStatementsDeps): JobKinds =>
  new Map([
    [
      'close-statements',
      { work: (_, signal) => closeStatements(deps, signal), everySec: HOUR_SEC },
    ],
  ]);

export const proofJobs = (deps: MakeCheckpointsDeps): JobKinds =>
  new Map([
    [
      'make-checkpoint',
      { work: (_, signal) => makeCheckpoints(deps, signal), everySec: CHECKPOINT_EVERY_SEC },
    ],
  ]);

export const gaugeJobs = (deps: SampleGaugesDeps & SweepGaugesDeps): JobKinds =>
  new Map<string, JobKind>([
    ['sample-gauges', { work: () => sampleGauges(deps), everySec: GAUGE_EVERY_SEC }],
    ['sweep-gauges', { work: (_, signal) => sweepGauges(deps, signal), everySec: HOUR_SEC }],
  ]);

/** Without a schedule, only a look whether real money was ever backed up. */
export const backupJobs = (
  deps: MakeBackupsDeps & WatchBackupsDeps & LookForBackupDeps,
  { everySec, isPlayMoney }: { readonly everySec: number | null; readonly isPlayMoney: boolean },
): JobKinds =>
  new Map<string, JobKind>([
    ...(isPlayMoney ? [] : [lookingForBackup(deps)]),
    ...(everySec === null ? [] : scheduledBackups(deps, everySec)),
  ]);

const lookingForBackup = (deps: LookForBackupDeps): [string, JobKind] => [
  'look-for-backup',
  { work: () => lookForBackup(deps), everySec: HOUR_SEC },
];

const scheduledBackups = (
  deps: MakeBackupsDeps & WatchBackupsDeps,
  everySec: number,
): [string, JobKind][] => [
  [MAKE_BACKUP_JOB, { work: (_, signal) => makeBackups(deps, signal), everySec }],
  [
    'watch-backups',
    { work: () => watchBackups(deps, everySec), everySec: Math.min(everySec, HOUR_SEC) },
  ],
];

export const accountJobs = (deps: SweepAccountsDeps & SweepOauthDeps & SweepLndhubDeps): JobKinds =>
  new Map([
    [
      'sweep-accounts',
      { work: (_, signal) => sweepAccounts(deps, signal), everySec: SWEEP_EVERY_SEC },
    ],
    ['sweep-lndhub', { work: (_, signal) => sweepLndhub(deps, signal), everySec: HOUR_SEC }],
    ['sweep-oauth', { work: (_, signal) => sweepOauth(deps, signal), everySec: SWEEP_EVERY_SEC }],
  ]);

export const noticeJobs = (
  deps: MailNoticesDeps & LookForNoticesDeps & SweepNoticesDeps,
): JobKinds =>
  new Map<string, JobKind>([
    [MAIL_NOTICES_JOB, { work: (order) => mailNotices(deps, order) }],
    [
      'look-for-notices',
      { work: (_, signal) => lookForNotices(deps, signal), everySec: SWEEP_EVERY_SEC },
    ],
    ['sweep-notices', { work: (_, signal) => sweepNotices(deps, signal), everySec: HOUR_SEC }],
  ]);

export const alarmJobs = (deps: MailAlarmsDeps): JobKinds =>
  new Map<string, JobKind>([
    [MAIL_ALARMS_JOB, { work: () => mailAlarms(deps) }],
    [MAIL_ALARM_JOB, { work: (order) => mailAlarm(deps, order) }],
  ]);

export const sendJobs = (deps: CarryOutDeps & SweepSendsDeps): JobKinds =>
  new Map<string, JobKind>([
    [PAY_ORDER_JOB, { work: (order, signal) => payOrder(deps, order, signal) }],
    ['sweep-sends', { work: (_, signal) => sweepSends(deps, signal), everySec: HOUR_SEC }],
  ]);

export const webhookJobs = (
  deps: SendEndpointNoticeDeps &
    SweepAttemptLogDeps &
    SweepWebhooksDeps &
    EndExpiredEndpointsDeps &
    EndLeftDeliveriesDeps,
): JobKinds =>
  new Map<string, JobKind>([
    [ENDPOINT_NOTICE_JOB, { work: (order) => sendEndpointNotice(deps, order) }],
    [END_DELIVERIES_JOB, { work: (order, signal) => endLeftDeliveries(deps, order, signal) }],
    [
      'sweep-attempt-log',
      { work: (_, signal) => sweepAttemptLog(deps, signal), everySec: HOUR_SEC },
    ],
    [
      'end-expired-endpoints',
      { work: (_, signal) => endExpiredEndpoints(deps, signal), everySec: SWEEP_EVERY_SEC },
    ],
    ['sweep-webhooks', { work: (_, signal) => sweepWebhooks(deps, signal), everySec: HOUR_SEC }],
  ]);

export const zapJobs = (deps: SweepZapDeliveriesDeps): JobKinds =>
  new Map([
    [
      'sweep-zap-deliveries',
      { work: (_, signal) => sweepZapDeliveries(deps, signal), everySec: HOUR_SEC },
    ],
  ]);

export const nwcJobs = (deps: SweepNwcRequestsDeps): JobKinds =>
  new Map([
    [
      'sweep-nwc-requests',
      { work: (_, signal) => sweepNwcRequests(deps, signal), everySec: HOUR_SEC },
    ],
  ]);
