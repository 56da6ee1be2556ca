import type { PaymentOrder } from '../../../src/ledger/payment.ts';
import type { FeeBump, NoteBumpOutcome } from '../../../src/onchain/fee-bump.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { Model } from '../model.ts';
import type { Storage } from '../storage.ts';
import {
  beginCall,
  type Call,
  type Leaving,
  latchGoneBack,
  notePassed,
  type OutflowWorld,
} from './outflow-world.ts';

/** Calls of processes, as they arrive at the database that is the primary. */
export interface OutflowWatch {
  /** Begins a call, before the database has its effect. */
  begin(): WatchedCall;
  goneBack(): void;
}

export interface WatchedCall {
  reserved(orders: readonly PaymentOrder[], said: readonly ReserveSaid[]): void;
  begun(paymentId: string): void;
  signed(withdrawal: Withdrawal, isFound: boolean): void;
  raised(bump: FeeBump, outcome: NoteBumpOutcome | 'fenced', isFound: boolean): void;
  received(msats: bigint): void;
}

interface ReserveSaid {
  readonly kind: string;
  readonly refusal?: { readonly kind: string };
}

export interface OutflowWatchDeps {
  readonly model: Model;
  readonly storage: Pick<Storage, 'outflow'>;
  readonly monotonicMs: () => number;
  /** The time of processes, from which that of the database differs. */
  readonly now: () => Date;
  /** Whether the process that calls talks to the primary, and did so when the call arrived. */
  readonly isPrimary: () => boolean;
}

export function watchOutflow(world: OutflowWorld, deps: OutflowWatchDeps): OutflowWatch {
  const { storage, isPrimary } = deps;
  return {
    begin: () => watchCall(world, deps, beginCall(world, storage.outflow.nowMs())),
    goneBack: () => {
      if (isPrimary()) latchGoneBack(world);
    },
  };
}

function watchCall(world: OutflowWorld, deps: OutflowWatchDeps, call: Call): WatchedCall {
  const { model, monotonicMs, now, isPrimary } = deps;
  const begunMs = monotonicMs();
  const begunAt = now();
  const pass = (id: string, what: Leaving, isFound = false): void => {
    if (!isPrimary()) return;
    // What was found has left already, whatever the limits say.
    const decided = isFound ? { ...call, limits: null, latch: null } : call;
    model.violations.push(...notePassed(world, decided, id, what));
  };
  const latch = (): void => {
    if (isPrimary()) world.latch = 'limit';
  };
  return {
    reserved: (orders, said) => {
      for (const [place, order] of orders.entries()) {
        const outcome = said[place];
        const { id, paymentHash: hash, amountMsat, createdAt: orderedAt, batch } = order;
        if (outcome?.kind === 'reserved') {
          const batchId = batch?.batchId ?? null;
          const times = { orderedAt, monotonicMs: begunMs };
          pass(id, { kind: 'payment', hash, batchId, amountMsat, ...times });
        } else if (outcome?.refusal?.kind === 'outside_payments_stopped') {
          latch();
        }
      }
    },
    begun: (id) => {
      if (!isPrimary() || call.latch === null) return;
      model.violations.push(`payment ${id} left though a limit has stopped all`);
    },
    signed: ({ id, transaction, amountSat }, isFound) => {
      if (transaction === null) return;
      const isWrong = call.latch !== null && !isFound && !world.passed.some((one) => one.id === id);
      if (isWrong && isPrimary()) {
        model.violations.push(`withdrawal ${id} left though a limit has stopped all`);
      }
      const amountMsat = amountSat * 1000n;
      pass(
        id,
        { kind: 'withdrawal', txid: transaction.txid, amountMsat, orderedAt: begunAt },
        isFound,
      );
    },
    raised: ({ id, txid }, outcome, isFound) => {
      if (outcome === 'noted')
        pass(isFound ? txid : id, { kind: 'raise', txid, orderedAt: begunAt }, isFound);
      if (outcome === 'stopped') latch();
    },
    received: (msats) => {
      if (isPrimary()) world.received = [...world.received, { atMs: call.atMs, msats }];
    },
  };
}
