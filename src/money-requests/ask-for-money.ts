import { readAskedName } from '../address/address-name.ts';
import type { AddressNameStore } from '../address/address-name-store.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayeeTextRefusal } from '../lnurl/payee-text.ts';
import type { AddRequestOutcome, RequestStore } from './request-store.ts';

export interface AskForMoneyDeps {
  readonly requests: RequestStore;
  readonly addressNames: Pick<AddressNameStore, 'findName' | 'findPayee'>;
  readonly addressDomain: () => string;
  /** Reads the address of a payee in a typed text (see lnurl/payee-text.ts). */
  readonly payFlow: { readPayee(text: string): Result<string, PayeeTextRefusal> };
  readonly clock: Clock;
  readonly random: Random;
}

export interface AskInput {
  readonly userId: string;
  readonly invoiceIdentifier: string;
  /**
   * The person to ask, as the user typed it: an address name of this service, or a whole lightning
   * address.
   */
  readonly to: string;
}

export type AskRefusal =
  | Exclude<AddRequestOutcome, { kind: 'added' }>
  /** The user who asks has no lightning address, by which the other could see who asks. */
  | { readonly kind: 'no_own_name' }
  /** The typed text cannot be an address of this service. */
  | { readonly kind: 'not_a_name_here' }
  | { readonly kind: 'own_name' };

/**
 * Asks another user of this service to pay an invoice. The caller gets the same answer if no one
 * has the name, or if its owner has blocked the caller: no one is then shown the request, which
 * waits until it expires.
 */
export async function askForMoney(
  { requests, addressNames, addressDomain, payFlow, clock, random }: AskForMoneyDeps,
  { userId, invoiceIdentifier, to }: AskInput,
): Promise<Result<null, AskRefusal>> {
  const ownName = await addressNames.findName(userId);
  if (ownName === null) return refuse({ kind: 'no_own_name' });
  const target = payFlow.readPayee(to);
  const [typed = '', domain] = target.ok ? target.value.split('@') : [];
  const asked = domain === addressDomain() ? readAskedName(typed) : null;
  if (asked === null) return refuse({ kind: 'not_a_name_here' });
  const payee = await addressNames.findPayee(asked.name);
  if (payee?.userId === userId || asked.name === ownName) return refuse({ kind: 'own_name' });
  const outcome = await requests.addRequest({
    id: newUuid(clock, random),
    askerId: userId,
    invoiceIdentifier,
    askedName: asked.name,
    payerId: payee?.userId ?? null,
    createdAt: clock.now(),
  });
  return outcome.kind === 'added' ? accept(null) : refuse(outcome);
}
