import type { AccountView } from '../../access/account-view.ts';
import { satToNumber } from '../../base/amount.ts';
import { ACCOUNT_RECORD } from '../../lightning/custom-records.ts';
import type { NodeIdentity } from '../../operations/node-identity.ts';

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
