import type { Caller } from '../../access/caller.ts';
import { noteRefusal } from '../../access/note-refusal.ts';
import type { HttpDeps } from '../../app/http/http-deps.ts';
import type { PayRefusal } from '../../ledger/wallet-refusals.ts';
import { type Answer, answerRefused } from '../../web/route.ts';
import { payError } from './pay-errors.ts';

export function refusePayment(deps: HttpDeps, caller: Caller, refusal: PayRefusal): Answer<never> {
  noteRefusal(deps, caller, refusal);
  return answerRefused(payError(refusal));
}
