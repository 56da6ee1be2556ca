import type { AlarmListStore } from '../../../../operations/alarm-store.ts';
import type { JobListStore } from '../../../../operations/job-store.ts';
import type { OperatorActionStore } from '../../../../operations/operator-action-store.ts';
import type { OutsideStopStore } from '../../../../operations/outside-stop-store.ts';
import type { AcknowledgeAlarmDeps } from '../../../../usecases/operations/acknowledge-alarm.ts';
import type { OrderBooksCheckDeps } from '../../../../usecases/operations/order-books-check.ts';
import type { RetryJobDeps } from '../../../../usecases/operations/retry-job.ts';
import type { StopOutsideDeps } from '../../../../usecases/operations/stop-outside.ts';
import type { AskAgainDeps } from '../../../../usecases/payments/ask-again.ts';
import type { EndForOperatorDeps } from '../../../../usecases/payments/end-for-operator.ts';
import type { AssignUnclaimedDeps } from '../../../../usecases/receipts/assign-unclaimed.ts';

/** What operators do on pages: the same use cases as commands have, over parts of the service. */
export type ActionsPort = AskAgainDeps &
  EndForOperatorDeps &
  AssignUnclaimedDeps &
  RetryJobDeps &
  AcknowledgeAlarmDeps &
  StopOutsideDeps &
  OrderBooksCheckDeps & {
    readonly actions: OperatorActionStore;
    readonly alarmList: Pick<AlarmListStore, 'findAlarm'>;
    readonly jobList: JobListStore;
    readonly stops: Pick<OutsideStopStore, 'listStops'>;
    /** Ends the waiting for the node when the process ends. */
    readonly shutdown: AbortSignal;
  };
