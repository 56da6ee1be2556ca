import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { StuckStore } from '../../../src/payments/stuck-store.ts';
import type { StuckRow, WalletMemory } from './wallet-memory.ts';

export function createStuckOf({ stuck: rows, money }: WalletMemory): StuckStore {
  const change = (id: string, changes: Partial<StuckRow>): void => {
    const row = rows.get(id);
    if (row !== undefined) rows.set(id, { ...row, ...changes });
  };
  const hasEnded = (id: string): boolean => {
    const payment = money.payments.get(id);
    return payment !== undefined && !isOpen(payment.state);
  };
  return {
    markStuck: async (id, look) => {
      const row = rows.get(id) ?? { ...look, isTold: false, isClosed: false };
      rows.set(id, row);
      return { seenAt: row.seenAt, awaySec: row.awaySec };
    },
    markAnew: async (id, look) => {
      const row = rows.get(id);
      if (row !== undefined && row.seenAt < look.seenAt) change(id, look);
    },
    forgetStuck: async (ids) => {
      for (const id of ids) if (!hasEnded(id)) rows.delete(id);
    },
    wasTold: async (id) => rows.get(id)?.isTold === true,
    markTold: async (id) => change(id, { isTold: true }),
    listEndedStuck: async () =>
      [...money.payments.values()].filter(
        ({ id }) => rows.get(id)?.isClosed === false && hasEnded(id),
      ),
    closeStuck: async (id) => change(id, { isClosed: true }),
  };
}
