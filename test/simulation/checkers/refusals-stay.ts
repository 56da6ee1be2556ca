import { deriveKey } from '../../../src/authorization/derived-key.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import { idsOf } from '../../../src/nwc/pay-by-request.ts';
import { storedAnswer } from '../app-answers.ts';
import type { AppRequest } from '../app-model.ts';
import { SECRET_KEY } from '../service-process.ts';
import type { Checker, Scene } from './checker.ts';

/** A request to pay that was answered by a no is never paid by its event, whatever happens later. */
export const refusalsStay: Checker = (scene) => {
  const refused = readRefused(scene);
  const live = scene.books.payments.filter(({ state }) => state !== 'failed');
  return [...refused].flatMap((request) =>
    live
      .filter((payment) => isOf(request, payment) || isOfRefused(request, refused, scene, payment))
      .map(({ state }) => `request ${request.number} was refused, and its payment is ${state}`),
  );
};

function readRefused({ books, model }: Scene): ReadonlySet<AppRequest> {
  const heard = [...model.requests.values()].filter((one) => one.heard.some(isNo));
  const stored = books.requests.flatMap((row) => {
    const answer = storedAnswer(model, row);
    return answer !== null && isNo(answer) ? [answer.request] : [];
  });
  const paying = [...heard, ...stored].filter(({ input }) =>
    ['bill', 'keysend'].includes(input.kind),
  );
  return new Set(paying);
}

const isNo = ({ body }: AppRequest['heard'][number]): boolean => body.errorCode !== null;

const KEY = { requestKey: deriveKey(SECRET_KEY, 'nwc requests') };

/** By its id, and keysends by their amount, which no other has. */
function isOf({ input, event }: AppRequest, { id, kind, amountMsat }: Payment): boolean {
  if (input.kind === 'keysend')
    return kind === 'keysend' && amountMsat === input.item.amountSat * 1000n;
  return id === idsOf(KEY, { eventId: event.id, createdAt: event.created_at }).paymentId;
}

/** A bill that someone has paid with an app whose requests for it were all refused. */
function isOfRefused(
  { app, input }: AppRequest,
  refused: ReadonlySet<AppRequest>,
  { model }: Scene,
  { grantId, paymentHash }: Payment,
): boolean {
  if (input.kind !== 'bill' || paymentHash !== input.paymentHash) return false;
  if (grantId !== app.caller.grantId) return false;
  return [...model.requests.values()].every(
    (one) => one.app !== app || !isSameBill(one, paymentHash) || refused.has(one),
  );
}

const isSameBill = ({ input }: AppRequest, paymentHash: string): boolean =>
  input.kind === 'bill' && input.paymentHash === paymentHash;
