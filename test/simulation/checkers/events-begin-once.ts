import type { Payment } from '../../../src/ledger/payment.ts';
import type { NewAppInput } from '../app-model.ts';
import type { Checker } from './checker.ts';

/**
 * An event begins one payment at most, also where that one fails: an app that wants another try
 * sends another event. The same holds for calls of LndHub.
 */
export const eventsBeginOnce: Checker = ({ books, model }) => {
  const asked = new Map<string, number>();
  const asks = [...model.requests.values(), ...model.calls];
  for (const { app, input } of asks) {
    const name = nameOf(app.caller.grantId, input);
    if (name !== null) asked.set(name, (asked.get(name) ?? 0) + 1);
  }
  const begun = Map.groupBy(books.payments, nameOfPayment);
  return [...asked].flatMap(([name, times]) => {
    const { length = 0 } = begun.get(name) ?? [];
    return length <= times
      ? []
      : [`${name} was asked for ${times} times, and begun ${length} times`];
  });
};

/** Keysends of the simulation are told by their amount. */
function nameOf(grantId: string, input: NewAppInput): string | null {
  if (input.kind === 'keysend') return `keysend of ${input.item.amountSat} sat by ${grantId}`;
  return input.kind === 'bill' ? `bill ${input.paymentHash} by ${grantId}` : null;
}

const nameOfPayment = ({ kind, grantId, amountMsat, paymentHash }: Payment): string =>
  kind === 'keysend'
    ? `keysend of ${amountMsat / 1000n} sat by ${grantId}`
    : `bill ${paymentHash} by ${grantId}`;
