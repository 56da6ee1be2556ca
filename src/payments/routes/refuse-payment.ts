/**
 * Answers a refused payment, and stores the refusal, so that the user sees it on the page about the
 * app.
 */

import type { AppGrantUses } from '../../authorization/app-grant-uses.ts';
import type { Caller } from '../../authorization/caller.ts';
import { noteRefusal } from '../../authorization/note-refusal.ts';
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
