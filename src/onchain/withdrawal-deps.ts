import type { AlarmStore } from '../alarms/alarm-store.ts';
import type { RaiseAlarmDeps } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { ChainSpending } from '../lightning/chain-spending.ts';
import type { ChainWallet } from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { PaymentStop } from '../node/payment-stop.ts';
import type { DispatchJournal } from '../node/rewind/dispatch-journal.ts';
import type { FeeBumpStore } from './fee-bump.ts';
import type { OnchainRules } from './look-at-chain.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

/** Dependencies of sending withdrawals. */
export interface SendDeps extends RaiseAlarmDeps {
  readonly chainSpending: ChainSpending;
  readonly chainWallet: Pick<ChainWallet, 'coins'>;
  readonly withdrawals: WithdrawalStore;
  readonly feeBumps: Pick<FeeBumpStore, 'listOpen'>;
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm' | 'wasRaised'>;
  readonly paymentStop: PaymentStop;
  readonly dispatchJournal: Pick<DispatchJournal, 'note'>;
  readonly node: NodeIdentity;
  readonly rules: OnchainRules;
  readonly clock: Clock;
  readonly random: Random;
}
