import {
  type CreateAccountDeps,
  type CreateAccountInput,
  type CreateAccountRefusal,
  createAccount,
} from '../accounts/create-account.ts';
import type { SignedIn } from '../accounts/sign-in.ts';
import { accept, type Result } from '../base/result.ts';
import { checkFreeName } from './check-free-name.ts';
import { type AddressNameDeps, type ClaimAddressRefusal, claimAddress } from './claim-address.ts';

export interface CreateWithAddressInput extends CreateAccountInput {
  /** The name as it was typed; empty for no address yet. */
  readonly addressName: string;
}

export interface CreatedWithAddress {
  readonly signedIn: SignedIn;
  /** Someone else took the name a moment before. Its user has the account, and can choose again. */
  readonly isNameLost: boolean;
}

export type CreateWithAddressRefusal = CreateAccountRefusal | ClaimAddressRefusal;

/**
 * An account, and the address name that its user wants. A bad or taken name is refused before
 * anything is written. The name comes after the account: a crash between the two leaves a user
 * without a name, who can choose one at any time.
 */
export async function createAccountWithAddress(
  deps: CreateAccountDeps & AddressNameDeps,
  { addressName, ...account }: CreateWithAddressInput,
): Promise<Result<CreatedWithAddress, CreateWithAddressRefusal>> {
  const wanted = await checkFreeName(deps, addressName);
  if (!wanted.ok) return wanted;
  const created = await createAccount(deps, account);
  if (!created.ok) return created;
  const { userId } = created.value.opened.session;
  if (wanted.value === null || userId === null) {
    return accept({ signedIn: created.value, isNameLost: false });
  }
  const chosen = await claimAddress(deps, { userId, text: wanted.value, by: 'user' });
  return accept({ signedIn: created.value, isNameLost: !chosen.ok });
}
