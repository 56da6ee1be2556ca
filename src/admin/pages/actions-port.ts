import type { AcknowledgeAlarmDeps } from '../../alarms/acknowledge-alarm.ts';
import type { AlarmListStore } from '../../alarms/alarm-store.ts';
import type { OperatorActionStore } from '../../alarms/operator-action-store.ts';
import type { JobListStore } from '../../background/job-store.ts';
import type { RetryJobDeps } from '../../background/retry-job.ts';
import type { ChangeBackupsDeps } from '../../backups/change-backups.ts';
import type { PaymentStopStore } from '../../node/payment-stop-store.ts';
import type { StopPaymentsDeps } from '../../node/stop-payments.ts';
import type { EndForOperatorDeps } from '../../payments/end-stuck.ts';
import type { RecheckPaymentDeps } from '../../payments/recheck-payment.ts';
import type { AssignUnclaimedDeps } from '../../receipts/assign-unclaimed.ts';
import type { OrderBooksCheckDeps } from '../request-books-check.ts';

/**
 * What operators do on pages: the same operations as commands have, over parts of the running
 * service.
 */
export type ActionsPort = RecheckPaymentDeps &
  EndForOperatorDeps &
  AssignUnclaimedDeps &
  RetryJobDeps &
  AcknowledgeAlarmDeps &
  StopPaymentsDeps &
  OrderBooksCheckDeps &
  ChangeBackupsDeps & {
    readonly actions: OperatorActionStore;
    readonly alarmList: Pick<AlarmListStore, 'findAlarm'>;
    readonly jobList: JobListStore;
    readonly stops: Pick<PaymentStopStore, 'listStops'>;
    /** Aborts when the process ends, so that it does not wait for the node. */
    readonly shutdown: AbortSignal;
  };
