import type { AccountView } from '../../access/account-view.ts';
import type { RouteDeps } from '../../app/http/http-deps.ts';
import { satToNumber } from '../../base/amount.ts';
import { ACCOUNT_RECORD } from '../../lightning/custom-records.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';

export const presentBalance = (account: AccountView) => ({
  balance: satToNumber(account.balanceSat),
  currency: 'BTC' as const,
  unit: 'sat' as const,
});

export const presentKeysendAddress = (account: AccountView, node: NodeIdentity) => ({
  keysend_pubkey: node.pubkey,
  keysend_custom_key: ACCOUNT_RECORD.toString(),
  keysend_custom_value: account.identifier,
});

/** `name@domain`; left out while the user has no name, as clients of the original expect. */
export async function presentLightningAddress(
  { addressNames, addressDomain }: Pick<RouteDeps, 'addressNames' | 'addressDomain'>,
  userId: string,
): Promise<{ readonly lightning_address?: string }> {
  const name = await addressNames.findName(userId);
  return name === null ? {} : { lightning_address: `${name}@${addressDomain()}` };
}
