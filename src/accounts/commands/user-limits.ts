import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import {
  type ByLimit,
  type Custody,
  excessSat,
  LIMIT_NAMES,
} from '../../authorization/user-limits.ts';
import { type Sat, satToNumber } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { orRefused } from '../../cli/refused.ts';
import {
  checkUserLimits,
  type SetUserLimitsDeps,
  setUserLimits,
  type TypedLimits,
} from '../../ledger/limits/set-user-limits.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';

export interface UserLimitCommandDeps extends SetUserLimitsDeps {
  readonly wallets: Pick<WalletStore, 'readCustody'>;
}

const FORMS = 'sats, none for no limit, or default for that of the service';

/** The library Commander passes an option `--max-balance` as `maxBalance`. */
const OPTIONS: ByLimit<readonly [flag: string, what: string]> = {
  maxBalance: ['--max-balance', 'the most that they may have here'],
  maxSendDay: ['--max-send-day', 'the most that they may send per day (UTC)'],
};

export function addLimitOptions(command: Command): Command {
  for (const [flag, what] of LIMIT_NAMES.map((limit) => OPTIONS[limit])) {
    command.option(`${flag} <sats>`, `${what}: ${FORMS}`);
  }
  return command;
}

export async function setLimits(
  deps: UserLimitCommandDeps,
  userId: string,
  limits: TypedLimits,
): Promise<void> {
  const order = { userId, by: THE_COMMAND_LINE, ...limits };
  orRefused(await setUserLimits(deps, order));
}

/**
 * Checks all limits before any is written, so that a command with one wrong limit changes nothing.
 */
export const checkLimits = (limits: TypedLimits): void => {
  orRefused(checkUserLimits(limits));
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

/** Puts the limits of a user into words, for the end of their line in a list. */
export function custodyWords(custody: Custody): string {
  const { maxBalanceSat, maxSendDaySat } = custody.limits;
  const excess = excessSat(custody);
  return [
    maxBalanceSat === null ? '' : `  keeps up to ${maxBalanceSat} sat`,
    excess === 0n ? '' : `  ABOVE IT BY ${excess} sat`,
    maxSendDaySat === null ? '' : `  sends up to ${maxSendDaySat} sat a day`,
  ].join('');
}
