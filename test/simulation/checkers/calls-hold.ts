import type { AppCall } from '../app-model.ts';
import type { Checker, Scene } from './checker.ts';

/** What a call of LndHub was told stays true: a success is in the books, a failed keysend is not. */
export const callsHold: Checker = (scene) =>
  scene.model.calls.flatMap((call) => {
    const fault = judge(scene, call);
    return fault === null ? [] : [`call ${call.number} ${fault}`];
  });

function judge({ books }: Scene, { app, input, answer }: AppCall): string | null {
  if (answer === null || (input.kind !== 'bill' && input.kind !== 'keysend')) return null;
  const { grantId } = app.caller;
  const own = books.payments.filter((payment) =>
    input.kind === 'bill'
      ? payment.paymentHash === input.paymentHash && payment.grantId === grantId
      : payment.kind === 'keysend' && payment.amountMsat === input.item.amountSat * 1000n,
  );
  const isSettled = own.some(({ state }) => state === 'settled');
  if (answer.kind === 'json') return isSettled ? null : 'was told of a success that is not booked';
  const isLive = own.some(({ state }) => state !== 'failed');
  // The payment is in transit.
  if (answer.error.code === 9) return null;
  // An invoice may be tried again.
  return input.kind === 'keysend' && isLive ? 'was told of a no, and is paid' : null;
}
