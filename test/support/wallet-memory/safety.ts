import { GONE } from '../../../src/background/process-store.ts';
import { STUCK } from '../../../src/ledger/payment-failure.ts';
import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { RecordedPayment } from '../../../src/lightning/node-port.ts';
import type {
  ComparisonStore,
  RecordedState,
  ReleaseNeeds,
  ReleaseOutcome,
} from '../../../src/node/comparison-store.ts';
import { WATCHER_LEASE } from '../../../src/node/node-store.ts';
import type { PaymentStopStore } from '../../../src/node/payment-stop-store.ts';
import { booksPlaceOf, isDue, isKnown, stop } from './safety-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

export const createStopsOf = ({ safety, clock, money }: WalletMemory): PaymentStopStore => ({
  listStops: async () => [
    ...safety.stops.values(),
    ...(money.outflow.isLatched ? [{ ...LATCH, since: clock.now() }] : []),
  ],
  stopForOperator: async () => stop(safety, clock, 'operator'),
  noteBooks: async ({ place, transfersCount, findings }) => {
    const findingsCount = findings.length;
    safety.booksCheck = { checkedAt: clock.now(), transfersCount, findingsCount };
    safety.booksPlace = place;
    if (findingsCount === 0) safety.stops.delete('books');
    else stop(safety, clock, 'books');
  },
  noteFindings: async (findings) => {
    const check = safety.booksCheck;
    const findingsCount = findings.length;
    if (check !== null) safety.booksCheck = { ...check, checkedAt: clock.now(), findingsCount };
    stop(safety, clock, 'books');
  },
  noteNewLines: async () => {
    const check = safety.booksCheck;
    if (check?.findingsCount === 0) safety.booksCheck = { ...check, checkedAt: clock.now() };
  },
  isCheckedHere: async () => safety.booksPlace === booksPlaceOf(safety),
  lastBooksCheck: async () => safety.booksCheck,
});

const LATCH = { reason: 'outflow', detail: 'a limit was reached' } as const;

export function createComparisonsOf(memory: WalletMemory): ComparisonStore {
  const { safety, clock, money, processes } = memory;
  const begin = (): void => {
    safety.stops.delete('database_changed');
    stop(safety, clock, 'database_changed');
    safety.stoppedIdentity = safety.identity;
    treatAsRewound(memory);
  };
  return {
    recogniseDatabase: async () => {
      const { identity, knownIdentity, stoppedIdentity } = safety;
      if (identity !== knownIdentity && identity !== stoppedIdentity) begin();
    },
    stopAsRewound: async () => {
      begin();
      safety.sawDifference = true;
    },
    readLook: async () => {
      if (isDue(safety)) return null;
      const { paymentIndex, server } = safety;
      return { paymentIndex, isFirst: false, isCurrent: isKnown(safety), place: server };
    },
    finishLook: async (look, index) => {
      if (safety.identity !== safety.knownIdentity || isDue(safety)) return false;
      if (safety.server !== look.place || safety.paymentIndex < look.paymentIndex) return false;
      if (index > safety.paymentIndex) safety.paymentIndex = index;
      if (safety.lookedServer !== look.place) {
        takeFromProcesses(memory);
        for (const [id, { isGone }] of processes) {
          if (!isGone) processes.set(id, { heartbeatAt: clock.now(), isGone });
        }
      }
      safety.lookedServer = look.place;
      return true;
    },
    findLost: async (ids) =>
      ids.filter((id) => {
        const row = money.payments.get(id) ?? money.withdrawals.get(id);
        return row === undefined || row.state === 'reserved';
      }),
    readDue: async () => {
      const since = (safety.stops.get('restored') ?? safety.stops.get('database_changed'))?.since;
      if (since === undefined) return null;
      const dueForMs = clock.now().getTime() - since.getTime();
      const { paymentIndex, settleIndex } = safety;
      const { lookedAt: chainLookedAt } = memory.chain;
      return { paymentIndex, settleIndex, dueForMs, comparedAt: null, chainLookedAt };
    },
    recordedStateOf: async (payments) =>
      new Map(payments.map((payment) => [payment.paymentHash, recordedStateOf(memory, payment)])),
    findUnknownInvoices: async (hashes) =>
      new Set(
        hashes.filter(
          (hash) =>
            ![...money.invoices.values()].some(({ invoice }) => invoice.paymentHash === hash),
        ),
      ),
    saveComparison: async ({ paymentIndex, differences }) => {
      const sawDifference =
        safety.sawDifference || differences.some(({ kind }) => kind === 'payment');
      Object.assign(safety, { comparedIndex: paymentIndex, differences, sawDifference });
    },
    listDifferences: async (limit) => safety.differences.slice(0, limit),
    release: async (onlyIfEqual, needs) => release(memory, onlyIfEqual, needs),
    releaseAfterFailover: async (needs) => {
      const outcome = release(memory, true, needs);
      if (outcome === 'released') safety.wentBackAt = null;
      return outcome;
    },
  };
}

function release(
  { safety, chain }: WalletMemory,
  onlyIfEqual: boolean,
  needs: ReleaseNeeds = { chainLookAfterMs: null },
): ReleaseOutcome {
  if (!isDue(safety)) return 'not_due';
  if (safety.comparedIndex === null) return 'not_compared';
  if (onlyIfEqual && safety.sawDifference) return 'differs';
  const { chainLookAfterMs } = needs;
  const since = safety.stops.get('restored') ?? safety.stops.get('database_changed');
  const lookedAfterMs = (chain.lookedAt?.getTime() ?? 0) - (since?.since.getTime() ?? 0);
  if (chainLookAfterMs !== null && lookedAfterMs < chainLookAfterMs) return 'chain_not_looked_at';
  const { comparedIndex, paymentIndex } = safety;
  if (comparedIndex > paymentIndex) safety.paymentIndex = comparedIndex;
  Object.assign(safety, { comparedIndex: null, knownIdentity: safety.identity });
  Object.assign(safety, { sawDifference: false, lookedServer: null });
  safety.stops.delete('restored');
  safety.stops.delete('database_changed');
  return 'released';
}

/** As src/node/rewind/sql/database-rewind.ts does. */
export function treatAsRewound(memory: WalletMemory): void {
  const { safety, clock, money, processes } = memory;
  Object.assign(safety, { comparedIndex: null, differences: [], wentBackAt: clock.now() });
  money.outflow.goBack();
  takeFromProcesses(memory);
  memory.chain.lookedAt = null;
  for (const [id, payment] of money.payments) {
    if (payment.state !== 'reserved') continue;
    const evidence = {
      ownerProcessId: null,
      senderProcessId: GONE,
      indexBefore: safety.paymentIndex,
    };
    const dispatch = { ...payment.dispatch, ...evidence };
    money.payments.set(id, { ...payment, state: 'dispatching', dispatch });
  }
  for (const [id, withdrawal] of money.withdrawals) {
    if (withdrawal.state !== 'reserved') continue;
    money.withdrawals.set(id, { ...withdrawal, state: 'unknown' });
  }
  for (const [id, asked] of money.approvals) {
    if (asked.state !== 'waiting') continue;
    money.approvals.set(id, { ...asked, state: 'expired', endedAt: clock.now() });
  }
  for (const [id, process] of processes) processes.set(id, { ...process, isGone: true });
  processes.set(GONE, { heartbeatAt: clock.now(), isGone: true });
}

function takeFromProcesses({ money, leases, clock }: WalletMemory): void {
  for (const [id, payment] of money.payments) {
    if (payment.path !== 'node' || !isOpen(payment.state)) continue;
    if (payment.state === 'reserved') continue;
    money.payments.set(id, {
      ...payment,
      dispatch: { ...payment.dispatch, ownerProcessId: null },
    });
  }
  for (const [item, state] of money.batchItemStates) {
    if (state === 'pending') money.batchItemStates.set(item, 'cancelled');
  }
  const nowSec = BigInt(Math.floor(clock.now().getTime() / 1000));
  for (const [name, lease] of leases) {
    const fence = nowSec > lease.fence ? nowSec : lease.fence + 1n;
    leases.set(name, { ...lease, holder: null, fence });
    if (name === WATCHER_LEASE) money.fence = fence;
  }
}

function recordedStateOf(
  { money }: WalletMemory,
  { paymentHash, paymentIndex }: RecordedPayment,
): RecordedState {
  const rows = [...money.payments.values()].filter(
    (one) => one.paymentHash === paymentHash && one.path === 'node',
  );
  const isStuck = rows.some(
    ({ failure, dispatch }) =>
      failure?.reason === STUCK.reason && dispatch.acknowledgedIndex === paymentIndex,
  );
  if (isStuck) return 'known';
  const row = rows.find(({ state }) => state !== 'failed');
  if (row === undefined) return 'unknown';
  if (row.state === 'reserved') return 'reserved';
  return row.dispatch.senderProcessId === GONE ? 'was_reserved' : 'known';
}
