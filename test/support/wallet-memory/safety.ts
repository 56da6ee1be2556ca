import type { ComparisonStore } from '../../../src/wallet/comparison-store.ts';
import type { OutsideStopStore } from '../../../src/wallet/outside-stop-store.ts';
import { stop } from './safety-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

export const createStopsOf = ({ safety, clock }: WalletMemory): OutsideStopStore => ({
  listStops: async () => [...safety.stops.values()],
  noteBooks: async ({ transfersCount, findings }) => {
    const findingsCount = findings.length;
    safety.booksCheck = { checkedAt: clock.now(), transfersCount, findingsCount };
    if (findingsCount === 0) safety.stops.delete('books');
    else stop(safety, clock, 'books');
  },
  lastBooksCheck: async () => safety.booksCheck,
});

export function createComparisonsOf({ safety, clock, money }: WalletMemory): ComparisonStore {
  const isDue = (): boolean => safety.stops.has('restored') || safety.stops.has('database_changed');
  return {
    recogniseDatabase: async () => {
      if (safety.identity === safety.knownIdentity || isDue()) return;
      stop(safety, clock, 'database_changed');
    },
    markPayments: async (index) => {
      if (safety.identity !== safety.knownIdentity || isDue()) return false;
      if (index > safety.paymentIndex) safety.paymentIndex = index;
      return true;
    },
    readDue: async () => {
      const since = (safety.stops.get('restored') ?? safety.stops.get('database_changed'))?.since;
      if (since === undefined) return null;
      const dueForMs = clock.now().getTime() - since.getTime();
      const { paymentIndex, settleIndex } = safety;
      return { paymentIndex, settleIndex, dueForMs, comparedAt: null };
    },
    findUnknownPayments: async (payments) =>
      payments.filter(
        ({ paymentHash }) =>
          ![...money.payments.values()].some(
            (row) => row.paymentHash === paymentHash && row.state !== 'failed',
          ),
      ),
    findUnknownInvoices: async (hashes) =>
      new Set(
        hashes.filter(
          (hash) =>
            ![...money.invoices.values()].some(({ invoice }) => invoice.paymentHash === hash),
        ),
      ),
    saveComparison: async ({ paymentIndex, differences }) => {
      Object.assign(safety, { comparedIndex: paymentIndex, differences });
    },
    listDifferences: async (limit) => safety.differences.slice(0, limit),
    release: async (onlyIfEqual) => {
      if (!isDue()) return 'not_due';
      if (safety.comparedIndex === null) return 'not_compared';
      if (onlyIfEqual && safety.differences.some(({ kind }) => kind === 'payment')) {
        return 'differs';
      }
      safety.paymentIndex = safety.comparedIndex;
      Object.assign(safety, { comparedIndex: null, knownIdentity: safety.identity });
      safety.stops.delete('restored');
      safety.stops.delete('database_changed');
      return 'released';
    },
  };
}
