import type { Approval } from '../../../src/payments/approval.ts';
import type { Model, Order } from '../model.ts';
import type { Snapshot } from '../storage.ts';
import type { Checker } from './checker.ts';

/** What is approved is made under its id, with its amount, and nothing else that has asked is. */
export const approvedAsBooked: Checker = ({ books }) => {
  const made = madeById(books);
  return books.approvals.flatMap((approval) => {
    const { state, planned, amountMsat } = approval;
    const { paymentId } = planned.ids;
    const name = nameOf(approval);
    if (planned.order.kind === 'keysends') {
      const isMade = books.payments.some(({ batch }) => batch?.batchId === paymentId);
      return isMade && state !== 'approved' ? [`${name} is ${state}, and keysends are made`] : [];
    }
    const own = made.get(paymentId);
    if (state === 'approved') {
      return own?.amountMsat === amountMsat ? [] : [`${name} is approved, and not made`];
    }
    return own === undefined || own.isFailed ? [] : [`${name} is ${state}, and made`];
  });
};

interface Made {
  readonly amountMsat: bigint;
  readonly isFailed: boolean;
}

const madeById = ({ payments, withdrawals }: Snapshot): ReadonlyMap<string, Made> =>
  new Map<string, Made>([
    ...payments.map(
      ({ id, amountMsat, state }) => [id, { amountMsat, isFailed: state === 'failed' }] as const,
    ),
    ...withdrawals.map(
      ({ id, amountSat, state }) =>
        [id, { amountMsat: amountSat * 1000n, isFailed: state === 'failed' }] as const,
    ),
  ]);

const nameOf = ({ id, amountMsat }: Approval): string => `approval ${id} of ${amountMsat} msat`;

/** What has ended stays as it is, and an owner finds what they were told. */
export const verdictsStay: Checker = ({ books, model }) => {
  const states = new Map(books.approvals.map((approval) => [approval.id, approval.state]));
  const changed = [...model.lastVerdicts]
    .filter(([id, before]) => before !== 'waiting' && states.get(id) !== before)
    .map(([id, before]) => `approval ${id} was ${before} and is ${states.get(id)}`);
  for (const [id, state] of states) model.lastVerdicts.set(id, state);
  const untrue = model.verdicts
    .filter(({ approvalId, state }) => states.get(approvalId) !== state)
    .map(({ approvalId, state }) => `an owner heard that approval ${approvalId} is ${state}`);
  return [...changed, ...untrue];
};

/** What a caller was told to be refused or over is never paid by its approval. */
export const refusedStayUnpaid: Checker = ({ books, model }) => {
  const approved = new Set<bigint>(
    books.approvals
      .filter(({ state, planned }) => state === 'approved' && planned.order.kind === 'keysend')
      .map(({ amountMsat }) => amountMsat),
  );
  return refusedKeysends(model)
    .filter(([, amountSat]) => approved.has(amountSat * 1000n))
    .map(([number]) => `order ${number} was told that it is not approved, and is`);
};

/** Keysends are told by their amount, and an invoice may be asked for once more. */
const refusedKeysends = ({ orders }: Model): readonly (readonly [number, bigint])[] =>
  orders.flatMap(({ number, what, answers }) =>
    what.kind === 'keysend' && answers.some(isRefused)
      ? [[number, what.item.amountSat] as const]
      : [],
  );

const isRefused = (heard: Order['answers'][number]): boolean =>
  heard.kind === 'one' &&
  !heard.answer.ok &&
  ['approval_refused', 'approval_expired', 'approval_failed'].includes(heard.answer.refusal.kind);

/** In the end nothing waits, as all has been over for long. */
export const nothingWaits: Checker = ({ books }) =>
  books.approvals
    .filter(({ state }) => state === 'waiting')
    .map((approval) => `${nameOf(approval)} still waits`);
