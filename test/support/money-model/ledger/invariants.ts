import { assert } from '../../../../src/base/assert.ts';
import { type Account, accountKey, isUserAccount } from './account.ts';
import type { Transfer } from './transfer.ts';

const MSAT_PER_SAT = 1000n;

/** Balances of all accounts, in millisatoshi, as they follow from the transfers applied. */
export class Balances {
  readonly #balances = new Map<string, bigint>();

  /** Zero for an account that nothing was posted to. */
  of(account: Account): bigint {
    return this.#balances.get(accountKey(account)) ?? 0n;
  }

  /** Refuses, as the database does, what no wallet may ever show, and then changes nothing. */
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

  /** The sum over everything there is; anything but zero means that money was made or lost. */
  get totalMsat(): bigint {
    return [...this.#balances.values()].reduce((sum, balanceMsat) => sum + balanceMsat, 0n);
  }
}
