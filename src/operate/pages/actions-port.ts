import type { AcknowledgeAlarmDeps } from '../../alarms/acknowledge-alarm.ts';
import type { AlarmListStore } from '../../alarms/alarm-store.ts';
import type { OperatorActionStore } from '../../alarms/operator-action-store.ts';
import type { JobListStore } from '../../background/job-store.ts';
import type { OutsideStopStore } from '../../node/outside-stop-store.ts';
import type { StopOutsideDeps } from '../../node/stop-outside.ts';
import type { AskAgainDeps } from '../../payments/ask-again.ts';
import type { EndForOperatorDeps } from '../../payments/end-for-operator.ts';
import type { AssignUnclaimedDeps } from '../../receipts/assign-unclaimed.ts';
import type { OrderBooksCheckDeps } from '../order-books-check.ts';
import type { RetryJobDeps } from '../retry-job.ts';

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
