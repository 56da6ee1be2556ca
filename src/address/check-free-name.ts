import { accept, type Result, refuse } from '../base/result.ts';
import { type AddressNameRefusal, checkAddressName } from './address-name.ts';
import type { AddressNameStore } from './address-name-store.ts';

/**
 * Checks the name that a new user wants and returns it; null for an empty text. The name is not
 * reserved: someone else may still take it.
 */
export async function checkFreeName(
  { addressNames }: { readonly addressNames: Pick<AddressNameStore, 'findOwner'> },
  text: string,
): Promise<Result<string | null, AddressNameRefusal | { readonly kind: 'address_name_taken' }>> {
  if (text.trim() === '') return accept(null);
  const name = checkAddressName(text);
  if (!name.ok) return name;
  const owner = await addressNames.findOwner(name.value);
  return owner === null ? name : refuse({ kind: 'address_name_taken' });
}
