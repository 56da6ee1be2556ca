/**
 * The accounts in which money is. A user has `wallet` (spendable) and `held` (reserved for open
 * payments). The accounts of the system are: `node`, the negative of what the Lightning node holds
 * for us; `chain`, the negative of what its wallet holds on the chain; `rounding`, which collects
 * fractions of a sat; `losses`, what the node charged above what was held; and `unclaimed`, what
 * arrived for no known user.
 */
export type Account = UserAccount | SystemAccount;

export interface UserAccount {
  readonly name: 'wallet' | 'held';
  readonly userId: string;
}

export interface SystemAccount {
  readonly name: 'node' | 'chain' | 'fees' | 'rounding' | 'losses' | 'unclaimed';
}

export const walletOf = (userId: string): UserAccount => ({ name: 'wallet', userId });
export const heldOf = (userId: string): UserAccount => ({ name: 'held', userId });
export const NODE: SystemAccount = { name: 'node' };
export const CHAIN: SystemAccount = { name: 'chain' };
export const ROUNDING: SystemAccount = { name: 'rounding' };
export const LOSSES: SystemAccount = { name: 'losses' };
export const UNCLAIMED: SystemAccount = { name: 'unclaimed' };

export const isUserAccount = (account: Account): account is UserAccount => 'userId' in account;

/** A unique text for each account: `wallet <user>`, `node`, … */
export const accountKey = (account: Account): string =>
  isUserAccount(account) ? `${account.name} ${account.userId}` : account.name;
