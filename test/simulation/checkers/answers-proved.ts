import { hashPreimage } from '../../../src/lightning/preimage.ts';
import { storedAnswer } from '../app-answers.ts';
import type { AnswerBody, AppRequest } from '../app-model.ts';
import type { Checker, Scene } from './checker.ts';
import { costSat } from './within-budget.ts';

/** A preimage is that of a payment which has settled, and the fees are what it cost in addition. */
export const answersProved: Checker = (scene) => {
  const { books, model } = scene;
  const heard = [...model.requests.values()].flatMap((request) =>
    request.heard.flatMap(({ body }) => judge(scene, request, body)),
  );
  const stored = books.requests.flatMap((row) => {
    const answer = storedAnswer(model, row);
    return answer === null ? [] : judge(scene, answer.request, answer.body);
  });
  return [...new Set([...heard, ...stored])];
};

function judge(
  { books }: Scene,
  { number, app, input }: AppRequest,
  { preimage, feesMsat }: AnswerBody,
): readonly string[] {
  const isPaying = input.kind === 'bill' || input.kind === 'keysend';
  if (!isPaying || preimage === null) return [];
  const paymentHash = hashPreimage(Buffer.from(preimage, 'hex'));
  const isMeant = input.kind === 'keysend' || input.paymentHash === paymentHash;
  const payment = books.payments.find(
    (one) =>
      one.paymentHash === paymentHash &&
      one.grantId === app.caller.grantId &&
      one.state === 'settled',
  );
  if (!isMeant || payment?.preimage !== preimage) {
    return [`request ${number} has a preimage, and no payment that it proves`];
  }
  // Parts of a sat are told as fees.
  const paidMsat = costSat(payment) * 1000n;
  const leastMsat = paidMsat - payment.amountMsat - 999n;
  const isExact =
    feesMsat !== null &&
    feesMsat >= leastMsat &&
    feesMsat <= paidMsat - (payment.amountMsat / 1000n) * 1000n;
  return isExact
    ? []
    : [`request ${number} heard of ${feesMsat} msat of fees, and ${paidMsat} were paid`];
}
