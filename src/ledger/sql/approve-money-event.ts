import { assert } from '../../base/assert.ts';
import type { ApprovalGiven } from '../money-store.ts';
import { type Caller, callMoneyFunction } from './call-money-function.ts';
import type { MoneyAnswer } from './money-answers.ts';

/**
 * Approves a payment that has waited for it and books it, in one transaction: see
 * sql/functions/approve_payment.sql.
 *
 * @param path Which function books the event: `chain` for a withdrawal.
 * @param event The event by which a repeated call is known.
 * @param form The event in the form of the composite type that this function takes.
 */
export async function approveMoneyEvent(
  caller: Caller,
  { approvalId, at, device, raisesAskAbove }: ApprovalGiven,
  path: 'internal' | 'node' | 'chain',
  event: object,
  form: object,
): Promise<MoneyAnswer> {
  const list = JSON.stringify([form]);
  const [answer] = await callMoneyFunction(
    caller,
    [event],
    (sql) => sql<MoneyAnswer[]>`
      select outcome, detail, target_id
      from approve_payment(${approvalId}, ${at}, ${device}, ${raisesAskAbove}, ${path}, ${list})`,
  );
  assert(answer !== undefined, 'the function answers its one event');
  return answer;
}
