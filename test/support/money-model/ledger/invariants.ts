import { assert } from '../../../../src/base/assert.ts';
import { type Account, accountKey, isUserAccount } from './account.ts';
import type { Transfer } from './transfer.ts';

const MSAT_PER_SAT = 1000n;

/** The balances of all accounts in millisatoshi, which follow from the applied transfers. */
export class Balances {
  readonly #balances = new Map<string, bigint>();

  /** The balance of an account; zero if nothing was posted to it. */
  of(account: Account): bigint {
    return this.#balances.get(accountKey(account)) ?? 0n;
  }

  /**
   * Applies a transfer. Like the database, refuses a transfer that would make a wallet negative,
   * and changes nothing then.
   */
  apply(transfer: Transfer): void {
    const after = new Map<string, bigint>();
    for (const { account, amountMsat } of transfer.postings) {
      const key = accountKey(account);
      const balanceMsat = (after.get(key) ?? this.of(account)) + amountMsat;
      if (isUserAccount(account)) {
        assert(balanceMsat >= 0n, `${key} never falls below zero`);
        assert(amountMsat % MSAT_PER_SAT === 0n, `${key} holds whole sats`);
      }
      after.set(key, balanceMsat);
    }
    for (const [key, balanceMsat] of after) this.#balances.set(key, balanceMsat);
  }

  /** The sum of all balances. If it is not zero, money was made or lost. */
  get totalMsat(): bigint {
    return [...this.#balances.values()].reduce((sum, balanceMsat) => sum + balanceMsat, 0n);
  }
}
