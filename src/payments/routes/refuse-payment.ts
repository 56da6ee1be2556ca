/** Answers a refused payment, and notes the refusal so that the user sees it at the app. */

import type { AppGrantUses } from '../../access/app-grant-uses.ts';
import type { Caller } from '../../access/caller.ts';
import { noteRefusal } from '../../access/note-refusal.ts';
import type { PayRefusal } from '../../ledger/wallet-refusals.ts';
import { type Answer, answerRefused } from '../../web/route.ts';
import { payError } from './pay-errors.ts';

export interface RefusePaymentDeps {
  readonly appGrantUses: AppGrantUses;
}

export function refusePayment(
  deps: RefusePaymentDeps,
  caller: Caller,
  refusal: PayRefusal,
): Answer<never> {
  noteRefusal(deps, caller, refusal);
  return answerRefused(payError(refusal));
}
