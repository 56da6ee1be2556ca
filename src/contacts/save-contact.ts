import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayeeTextRefusal } from '../lnurl/payee-text.ts';
import { type ContactNameRefusal, readContactName } from './contact-name.ts';
import type { Contact, ContactStore } from './contact-store.ts';
import { MAX_CONTACT_TARGET_LENGTH, MAX_CONTACTS } from './limits.ts';

export interface SaveContactDeps {
  readonly contacts: ContactStore;
  /**
   * Reads from a text a payee who can be paid again and again, unlike a single invoice: see
   * lnurl/payee-text.ts.
   */
  readonly payFlow: { readPayee(text: string): Result<string, PayeeTextRefusal> };
  readonly clock: Clock;
  readonly random: Random;
}

export type ContactRefusal =
  | { readonly kind: ContactNameRefusal | 'name_taken' | 'too_many' | 'target_too_long' }
  | { readonly kind: 'target_unpayable'; readonly why: PayeeTextRefusal }
  | { readonly kind: 'target_taken'; readonly name: string };

/**
 * Adds a contact. It is not checked whether the address exists, as the first payment will show
 * that.
 */
export async function addContact(
  { contacts, payFlow, clock, random }: SaveContactDeps,
  { userId, ...typed }: { readonly userId: string; readonly name: string; readonly to: string },
): Promise<Result<{ readonly id: string }, ContactRefusal>> {
  const name = readContactName(typed.name);
  if (!name.ok) return refuse({ kind: name.refusal });
  const target = payFlow.readPayee(typed.to);
  if (!target.ok) return refuse({ kind: 'target_unpayable', why: target.refusal });
  if (target.value.length > MAX_CONTACT_TARGET_LENGTH) return refuse({ kind: 'target_too_long' });
  const contact = {
    id: newUuid(clock, random),
    userId,
    name: name.value.name,
    nameKey: name.value.key,
    target: target.value,
    createdAt: clock.now(),
  };
  const outcome = await contacts.addContact(contact, MAX_CONTACTS);
  return outcome.kind === 'added' ? accept({ id: outcome.id }) : refuse(outcome);
}

/**
 * Finds all faults of a typed contact, except those that only the database knows, such as a name
 * that is taken.
 */
export function contactFaults(
  { payFlow }: Pick<SaveContactDeps, 'payFlow'>,
  typed: { readonly name: string; readonly to: string },
): readonly ContactRefusal[] {
  const name = readContactName(typed.name);
  const target = payFlow.readPayee(typed.to);
  return [
    ...(name.ok ? [] : [{ kind: name.refusal }]),
    ...(target.ok ? [] : [{ kind: 'target_unpayable', why: target.refusal } as const]),
  ];
}

export type RenameRefusal = {
  readonly kind: ContactNameRefusal | 'name_taken' | 'contact_absent';
};

export async function renameContact(
  { contacts }: Pick<SaveContactDeps, 'contacts'>,
  userId: string,
  { id }: Contact,
  text: string,
): Promise<Result<null, RenameRefusal>> {
  const read = readContactName(text);
  if (!read.ok) return refuse({ kind: read.refusal });
  const { name, key: nameKey } = read.value;
  const outcome = await contacts.renameContact({ userId, id, name, nameKey });
  if (outcome === 'renamed') return accept(null);
  return refuse({ kind: outcome === 'absent' ? 'contact_absent' : outcome });
}
