import type { Command } from 'commander';
import { type Custody, excessSat } from '../../access/user-limits.ts';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { type Sat, satToNumber } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { orRefused } from '../../cli/refused.ts';
import {
  checkUserLimits,
  type SetUserLimitsDeps,
  setUserLimits,
} from '../../ledger/limits/set-user-limits.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';

export interface UserLimitCommandDeps extends SetUserLimitsDeps {
  readonly wallets: Pick<WalletStore, 'readCustody'>;
}

/** Limits of custody: how much of a user's money is kept here, and how much they may send a day. */
export interface LimitOptions {
  readonly maxBalance?: string;
  readonly maxSendDay?: string;
}

const FORMS = 'sats, none for no limit, or default for that of the service';

export const addLimitOptions = (command: Command): Command =>
  command
    .option('--max-balance <sats>', `the most that they may have here: ${FORMS}`)
    .option('--max-send-day <sats>', `the most that they may send per day (UTC): ${FORMS}`);

export async function setLimits(
  deps: UserLimitCommandDeps,
  userId: string,
  options: LimitOptions,
): Promise<void> {
  const order = { userId, by: THE_COMMAND_LINE, ...options };
  orRefused(await setUserLimits(deps, order));
}

/** Before anything is written: half a command would be worse than none. */
export const checkLimits = (options: LimitOptions): void => {
  orRefused(checkUserLimits(options));
};

export async function custodyOf(
  { wallets, clock }: UserLimitCommandDeps,
  userId: string,
): Promise<Custody> {
  const custody = await wallets.readCustody(userId, clock.now());
  assert(custody !== null, 'every user has a wallet');
  return custody;
}

export const presentCustody = (custody: Custody) => ({
  balance_with_held: satToNumber(custody.totalSat),
  max_balance: limitOf(custody.limits.maxBalanceSat),
  above_max_balance: satToNumber(excessSat(custody)),
  max_send_day: limitOf(custody.limits.maxSendDaySat),
  sent_today: custody.limits.maxSendDaySat === null ? null : satToNumber(custody.sentDaySat),
});

const limitOf = (limit: Sat | null): number | null => (limit === null ? null : satToNumber(limit));

/** Behind the line of a user in a list. */
export function custodyWords(custody: Custody): string {
  const { maxBalanceSat, maxSendDaySat } = custody.limits;
  const excess = excessSat(custody);
  return [
    maxBalanceSat === null ? '' : `  keeps up to ${maxBalanceSat} sat`,
    excess === 0n ? '' : `  ABOVE IT BY ${excess} sat`,
    maxSendDaySat === null ? '' : `  sends up to ${maxSendDaySat} sat a day`,
  ].join('');
}
