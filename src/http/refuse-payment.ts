import type { Caller } from '../access/caller.ts';
import type { PayRefusal } from '../wallet/wallet-refusals.ts';
import type { HttpDeps } from './http-deps.ts';
import { noteRefusal } from './note-refusal.ts';
import { type Answer, answerRefused } from './route.ts';
import { payError } from './wire/wire-errors.ts';

export function refusePayment(deps: HttpDeps, caller: Caller, refusal: PayRefusal): Answer<never> {
  noteRefusal(deps, caller, refusal);
  return answerRefused(payError(refusal));
}
