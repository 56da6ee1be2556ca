import type { WakeUp } from '../base/wake-up.ts';
import type { MoneyStore } from './money-store.ts';

/**
 * The same store, which pokes once a call has written a settlement: whoever is to be told of it is
 * in the database then. An answer that was lost is no harm, as the one who waits also looks by
 * himself.
 */
export function wakeAfterSettlement(store: MoneyStore, wakeUp: WakeUp): MoneyStore {
  const pokeIf = <Outcome extends { readonly kind: string }>(
    outcomes: readonly Outcome[],
    written: Outcome['kind'],
  ): readonly Outcome[] => {
    if (outcomes.some(({ kind }) => kind === written)) wakeUp.poke();
    return outcomes;
  };
  return {
    reserve: (events) => store.reserve(events),
    settleInternal: async (events) => pokeIf(await store.settleInternal(events), 'settled'),
    resolve: async (events) => pokeIf(await store.resolve(events), 'resolved'),
    credit: async (events) => pokeIf(await store.credit(events), 'credited'),
  };
}
