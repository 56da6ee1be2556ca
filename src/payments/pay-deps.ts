import type { Caller } from '../authorization/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import type { Random } from '../base/random.ts';
import type { Money } from '../ledger/money.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { PaymentStop } from '../node/payment-stop.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { CompletionNotifier } from './completion-notifier.ts';
import type { PaymentConfig } from './payment-config.ts';
import type { PaymentDispatcher } from './payment-dispatcher.ts';
import type { PaymentStore } from './payment-store.ts';

/** Dependencies that all kinds of payments need. */
export interface PayDeps {
  readonly money: Money;
  readonly payments: PaymentStore;
  readonly node: NodeIdentity;
  readonly dispatcher: PaymentDispatcher;
  readonly completions: CompletionNotifier;
  readonly approvals: Pick<ApprovalStore, 'ask' | 'find' | 'findOfPayment' | 'listOfUser' | 'end'>;
  readonly paymentStop: PaymentStop;
  readonly config: PaymentConfig;
  readonly processId: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the process is stopping, which ends all waits. */
  readonly shutdown: AbortSignal;
}

/** Who orders a payment, and the idempotency key of the call. */
export interface PayContext {
  readonly caller: Caller;
  readonly idempotency: IdempotencyClaim | null;
  /** The time after which the caller does not want a payment that still waits for approval. */
  readonly wantedUntil?: Date | null;
}
