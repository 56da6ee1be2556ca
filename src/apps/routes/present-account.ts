import type { AddressNameStore } from '../../address/address-name-store.ts';
import type { AccountView } from '../../authorization/account-view.ts';
import { type Sat, satToNumber } from '../../base/amount.ts';
import { ACCOUNT_RECORD } from '../../lightning/custom-records.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';

export const presentBalance = (balanceSat: Sat) => ({
  balance: satToNumber(balanceSat),
  currency: 'BTC' as const,
  unit: 'sat' as const,
});

export const presentKeysendAddress = (account: AccountView, node: NodeIdentity) => ({
  keysend_pubkey: node.pubkey,
  keysend_custom_key: ACCOUNT_RECORD.toString(),
  keysend_custom_value: account.identifier,
});

export interface PresentAccountDeps {
  readonly node: NodeIdentity;
  readonly addressNames: AddressNameStore;
  /** The domain of lightning addresses, which follows the `@`. */
  readonly addressDomain: () => string;
}

/**
 * The lightning address, as `name@domain`. The field is left out if the user has none, because
 * existing clients of this API expect that.
 */
export async function presentLightningAddress(
  { addressNames, addressDomain }: Pick<PresentAccountDeps, 'addressNames' | 'addressDomain'>,
  userId: string,
): Promise<{ readonly lightning_address?: string }> {
  const name = await addressNames.findName(userId);
  return name === null ? {} : { lightning_address: `${name}@${addressDomain()}` };
}
