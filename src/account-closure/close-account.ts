import { hash } from 'node:crypto';
import { WEB_GRANT } from '../authorization/caller.ts';
import { type Sat, sat, satToMsat, ZERO_MSAT } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { isRepeatable } from '../base/fault.ts';
import { bytesToHex } from '../base/hex.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { retry } from '../base/retry.ts';
import { NOT_DISPATCHED, type SettledPayment, toSettledPayment } from '../ledger/payment.ts';
import { renderSettledPayment } from '../ledger/settled-record.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { CloseRefusal } from './closing.ts';
import type { ClosingEvent, ClosingStore, GivenUp } from './closing-store.ts';

export interface CloseAccountDeps {
  readonly closings: ClosingStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface CloseAccountInput {
  readonly userId: string;
  /** The balance that was left in the wallet, as the owner saw it when they gave it up. */
  readonly givenUpSat: Sat;
}

const MEMO = 'Given up when the account was closed';

/**
 * Closes an account for good. What its owner gives up is booked as unclaimed money, with a record
 * of it, so that the books and the statements still add up. An operator can assign that money later
 * to the person who proves to be its owner.
 */
export async function closeAccount(
  deps: CloseAccountDeps,
  { userId, givenUpSat }: CloseAccountInput,
): Promise<Result<'closed' | 'present', CloseRefusal>> {
  const closedAt = deps.clock.now();
  const givenUp = givenUpSat === sat(0n) ? null : giveUp(deps, userId, givenUpSat, closedAt);
  const event: ClosingEvent = { userId, closedAt, givenUp };
  // If the answer of the database is lost, the closing is tried again and then finds the account
  // closed.
  const outcome = await retry(retryOptions(deps), () => deps.closings.close(event));
  switch (outcome) {
    case 'closed':
    case 'present':
      deps.log.info({ userId }, 'a user has closed their account');
      return accept(outcome);
    case 'balance':
      return refuse({ kind: 'balance_left' });
    case 'open_payments':
    case 'last_admin':
      return refuse({ kind: outcome });
  }
}

function giveUp(deps: CloseAccountDeps, userId: string, amountSat: Sat, at: Date): GivenUp {
  const { clock, random } = deps;
  const payment = givenUpPayment(deps, userId, amountSat, at);
  return {
    payment,
    record: renderSettledPayment(payment),
    receiptId: newUuid(clock, random),
    receiptIdentifier: newRecordIdentifier(clock, random),
  };
}

function givenUpPayment(
  { clock, random, node }: CloseAccountDeps,
  userId: string,
  amountSat: Sat,
  at: Date,
): SettledPayment {
  const preimage = random.bytes(32);
  return toSettledPayment({
    id: newUuid(clock, random),
    identifier: newRecordIdentifier(clock, random),
    userId,
    grantId: WEB_GRANT,
    kind: 'keysend',
    paymentHash: hash('sha256', preimage),
    preimage: bytesToHex(preimage),
    amountMsat: satToMsat(amountSat),
    destination: node.pubkey,
    bolt11: '',
    memo: MEMO,
    descriptionHash: null,
    records: new Map(),
    batch: null,
    sentTo: null,
    createdAt: at,
    state: 'settled',
    path: 'internal',
    heldSat: sat(0n),
    feeMsat: ZERO_MSAT,
    failure: null,
    endedAt: at,
    dispatch: NOT_DISPATCHED,
  });
}

const retryOptions = ({ clock, random }: CloseAccountDeps) => ({
  maxAttempts: 6,
  firstPauseMs: 50,
  isRetryable: isRepeatable,
  clock,
  random,
});
