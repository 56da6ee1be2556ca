import type { AddressNames, NoSuchName } from '../accounts/address-names.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { checkOperatorsAddressName } from './address-name.ts';
import { type AddressNameDeps, type ClaimAddressRefusal, claimAddress } from './claim-address.ts';

export interface OperatorsAddressNameDeps extends AddressNameDeps {
  /** The domain behind the `@` of lightning addresses. */
  readonly addressDomain: () => string;
}

/**
 * Creates the operations by which operators give and find address names. Refusals are sentences for
 * the operator.
 */
export const createOperatorsAddressNames = (deps: OperatorsAddressNameDeps): AddressNames => ({
  async checkFree(text) {
    if (text.trim() === '') return accept(undefined);
    const name = readOperatorsName(text);
    if (!name.ok) return name;
    const owner = await deps.addressNames.findOwner(name.value);
    return owner === null ? accept(undefined) : refuse(noSuchName('address_name_taken'));
  },
  async give(userId, text) {
    const chosen = await claimAddress(deps, { userId, text, by: 'operator' });
    return chosen.ok ? chosen : refuse(noSuchName(chosen.refusal.kind));
  },
  async findAddress(userId) {
    const name = await deps.addressNames.findName(userId);
    return name === null ? null : `${name}@${deps.addressDomain()}`;
  },
});

/**
 * Reads an address name that an operator has typed, or says in a sentence what is wrong with it.
 */
export function readOperatorsName(text: string): Result<string, NoSuchName> {
  const name = checkOperatorsAddressName(text);
  return name.ok ? name : refuse(noSuchName(name.refusal.kind));
}

const noSuchName = (kind: ClaimAddressRefusal['kind']): NoSuchName => ({ message: REFUSED[kind] });

const REFUSED: Readonly<Record<ClaimAddressRefusal['kind'], string>> = {
  bad_address_name:
    'an address name has up to 64 small letters and digits, with single . _ or - between them',
  reserved_address_name: 'this address name is reserved',
  address_name_taken: 'this address name belongs, or belonged, to another user',
  too_many_name_changes: 'this user has changed their address name too often within a year',
};
