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
  /** The name as it was typed; empty if the user wants no lightning address yet. */
  readonly addressName: string;
}

export interface CreatedWithAddress {
  readonly signedIn: SignedIn;
  /**
   * Whether someone else took the name a moment before. The account exists nevertheless, and its
   * user can choose another name.
   */
  readonly isNameLost: boolean;
}

export type CreateWithAddressRefusal = CreateAccountRefusal | ClaimAddressRefusal;

/**
 * Creates an account with the lightning address that its user wants. A name that is not allowed or
 * taken is refused before anything is written. The account is written first and the name after it,
 * so a crash in between leaves a user without a name, who can choose one at any time.
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
