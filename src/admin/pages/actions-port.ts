import type { AcknowledgeAlarmDeps } from '../../alarms/acknowledge-alarm.ts';
import type { AlarmListStore } from '../../alarms/alarm-store.ts';
import type { OperatorActionStore } from '../../alarms/operator-action-store.ts';
import type { JobListStore } from '../../background/job-store.ts';
import type { RetryJobDeps } from '../../background/retry-job.ts';
import type { ChangeBackupsDeps } from '../../backups/change-backups.ts';
import type { OutboundRules } from '../../base/outbound-url.ts';
import type { PayOrderDeps } from '../../channel-orders/pay-order.ts';
import type { PlaceOrderDeps } from '../../channel-orders/place-order.ts';
import type { ChangeLockdownDeps } from '../../lockdown/change-lockdown.ts';
import type { PaymentStopStore } from '../../node/payment-stop-store.ts';
import type { StopPaymentsDeps } from '../../node/stop-payments.ts';
import type { BumpWithdrawalDeps } from '../../onchain/bump-withdrawal.ts';
import type { EndUnknownDeps } from '../../onchain/end-unknown.ts';
import type { ChangeOutflowDeps } from '../../outflow/change-outflow.ts';
import type { OutflowStore } from '../../outflow/outflow-store.ts';
import type { EndForOperatorDeps } from '../../payments/end-stuck.ts';
import type { RecheckPaymentDeps } from '../../payments/recheck-payment.ts';
import type { AssignUnclaimedDeps } from '../../receipts/assign-unclaimed.ts';
import type { OrderBooksCheckDeps } from '../request-books-check.ts';

/**
 * What the actions of operators on pages need. Pages and commands call the same operations, but
 * pages pass them parts of the running service.
 */
export type ActionsPort = RecheckPaymentDeps &
  EndForOperatorDeps &
  EndUnknownDeps &
  BumpWithdrawalDeps &
  AssignUnclaimedDeps &
  RetryJobDeps &
  AcknowledgeAlarmDeps &
  StopPaymentsDeps &
  ChangeLockdownDeps &
  ChangeOutflowDeps &
  OrderBooksCheckDeps &
  ChangeBackupsDeps &
  Omit<PlaceOrderDeps, 'management' | 'channelOrders'> &
  Omit<PayOrderDeps, 'management'> & {
    readonly actions: OperatorActionStore;
    readonly outflow: Pick<OutflowStore, 'listSenders' | 'listHours' | 'findBusiest'>;
    readonly alarmList: Pick<AlarmListStore, 'findAlarm'>;
    readonly jobList: JobListStore;
    readonly stops: Pick<PaymentStopStore, 'listStops'>;
    /** The rules that say which providers of channels may be contacted. */
    readonly providerRules: OutboundRules;
    /**
     * The URL of a provider that is proposed until the first order; null if there is no proposal.
     */
    readonly proposedProvider: string | null;
    /** Aborts when the process stops, so that the stop does not wait for calls to the node. */
    readonly shutdown: AbortSignal;
  };
