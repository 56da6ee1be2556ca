import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import {
  type AddressNameRefusal,
  checkAddressName,
  checkOperatorsAddressName,
} from './address-name.ts';
import type { AddressNameStore } from './address-name-store.ts';
import { MAX_ADDRESS_NAME_CHANGES } from './limits.ts';

export interface AddressNameDeps {
  readonly addressNames: AddressNameStore;
  readonly clock: Clock;
}

export type ClaimAddressRefusal =
  | AddressNameRefusal
  | { readonly kind: 'address_name_taken' }
  | { readonly kind: 'too_many_name_changes' };

export interface ClaimedAddress {
  readonly userId: string;
  /** The name as it was typed. An empty text gives up the present name. */
  readonly text: string;
  /**
   * Who chooses the name. An operator may give reserved names, and change names as often as they
   * want.
   */
  readonly by: 'user' | 'operator';
}

/**
 * Gives a user the name of their lightning address. Returns the name; null if the present one was
 * given up.
 */
export async function claimAddress(
  { addressNames, clock }: AddressNameDeps,
  { userId, text, by }: ClaimedAddress,
): Promise<Result<string | null, ClaimAddressRefusal>> {
  const name = readName(text, by);
  if (!name.ok) return name;
  const changesMax = by === 'operator' ? null : MAX_ADDRESS_NAME_CHANGES;
  const outcome = await addressNames.claimName(userId, name.value, clock.now(), changesMax);
  switch (outcome) {
    case 'claimed':
      return name;
    case 'taken':
      return refuse({ kind: 'address_name_taken' });
    case 'too_many_changes':
      return refuse({ kind: 'too_many_name_changes' });
  }
}

function readName(
  text: string,
  by: ClaimedAddress['by'],
): Result<string | null, AddressNameRefusal> {
  if (text.trim() === '') return accept(null);
  return by === 'operator' ? checkOperatorsAddressName(text) : checkAddressName(text);
}
