import { debitSat } from '../../../src/base/amount.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import type { Heard, Order } from '../model.ts';
import type { Checker } from './checker.ts';

/** What a caller was told stays true: a success is in the books, and a keysend that failed is not. */
export const answersHold: Checker = ({ books, model }) => {
  const settled = new Map(
    books.payments.filter(({ state }) => state === 'settled').map((one) => [one.id, one]),
  );
  return model.orders.flatMap((order) =>
    order.answers.flatMap((heard) =>
      wordsOf(order, heard).flatMap((word) => contradict(order, word, settled)),
    ),
  );
};

/** One answer about one payment. */
interface Word {
  readonly settledId: string | null;
  /** Nothing was paid, and nothing will be. */
  readonly isFailure: boolean;
  /** Only this one has it; null for invoices, which may be tried again. */
  readonly amountSat: bigint | null;
}

function wordsOf({ what }: Order, heard: Heard): readonly Word[] {
  switch (heard.kind) {
    case 'one':
      return [toWord(heard.answer, what.kind === 'keysend' ? what.item.amountSat : null)];
    case 'many':
      return heard.answers.map(({ order, result }) => toWord(result, debitSat(order.amountMsat)));
    default:
      return [];
  }
}

function toWord(answer: Extract<Heard, { kind: 'one' }>['answer'], amountSat: bigint | null): Word {
  if (answer.ok) return { settledId: answer.value.id, isFailure: false, amountSat };
  const { kind } = answer.refusal;
  const isFailure = kind === 'payment_failed' || kind === 'batch_item_cancelled';
  return { settledId: null, isFailure, amountSat };
}

function contradict(
  { number }: Order,
  { settledId, isFailure, amountSat }: Word,
  settled: ReadonlyMap<string, Payment>,
): readonly string[] {
  if (settledId !== null && !settled.has(settledId)) {
    return [`order ${number} was told of a success that is not in the books`];
  }
  if (!isFailure || amountSat === null) return [];
  const isPaid = [...settled.values()].some(
    ({ kind, amountMsat }) => kind === 'keysend' && amountMsat === amountSat * 1000n,
  );
  return isPaid ? [`order ${number} was told of a failure, and is paid`] : [];
}
