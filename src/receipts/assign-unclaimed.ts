import { newAction, type Operator } from '../alarms/audited-action.ts';
import { creditSat, type Msat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { isRepeatable } from '../base/fault.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { retry } from '../base/retry.ts';
import { readPayload } from '../ledger/record-payload.ts';
import { renderDeposit } from '../ledger/render-deposit.ts';
import { renderKeysendReceipt } from '../ledger/settled-record.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import { accountName } from '../users/account-name.ts';
import { findUser } from '../users/find-user.ts';
import type { UserRefusal } from '../users/user-refusal.ts';
import type { User, UserStore } from '../users/user-store.ts';
import type { AssignmentEvent, UnclaimedMoney, UnclaimedStore } from './unclaimed-store.ts';

export interface AssignUnclaimedDeps {
  readonly unclaimed: UnclaimedStore;
  readonly users: UserStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
}

export type AssignRefusal =
  | UserRefusal
  | { readonly kind: 'no_such_money'; readonly message: string }
  | {
      readonly kind: 'assigned_already';
      readonly message: string;
      /** The user to whom the money was assigned. */
      readonly userId: string;
    };

export interface AssignOrder {
  /** The id of the unclaimed money. */
  readonly id: string;
  /** The e-mail address, address name or identifier of the user who gets it. */
  readonly user: string;
  readonly by: Operator;
}

export interface Assigned {
  readonly amountMsat: Msat;
  /** The identifier of the record. */
  readonly identifier: string;
  readonly user: User;
}

/**
 * Assigns unclaimed money to a user. All of it moves to their wallet, once, with a new record that
 * is dated at the assignment.
 */
export async function assignUnclaimed(
  deps: AssignUnclaimedDeps,
  order: AssignOrder,
): Promise<Result<Assigned, AssignRefusal>> {
  const user = await findUser(deps, order.user);
  if (!user.ok) return user;
  const claimed = await deps.unclaimed.findUnclaimed(order.id);
  if (claimed === null) return refuse(noSuchMoney(order.id));
  if (claimed.userId !== null) return refuse(await assignedAlready(deps, claimed.userId));

  const event = assignmentEvent(deps, claimed, user.value, order.by);
  const outcome = await retry(retryOptions(deps), () => deps.unclaimed.assign(event));
  switch (outcome.kind) {
    case 'assigned':
    case 'present':
      return accept({ ...event, amountMsat: claimed.amountMsat, user: user.value });
    case 'taken':
      return refuse(await assignedAlready(deps, outcome.userId));
    case 'payee_closed':
      return refuse({
        kind: 'user_not_found',
        message: `${order.user} has closed their account`,
      });
    case 'unknown':
      return refuse(noSuchMoney(order.id));
  }
}

function assignmentEvent(
  deps: AssignUnclaimedDeps,
  claimed: UnclaimedMoney,
  user: User,
  by: Operator,
): AssignmentEvent {
  const { clock, random } = deps;
  const { arrival, amountMsat } = claimed;
  const made = {
    id: newUuid(clock, random),
    identifier: newRecordIdentifier(clock, random),
    assignedAt: clock.now(),
  };
  return {
    ...made,
    claimedId: claimed.id,
    userId: user.id,
    record: renderAssignment(deps, claimed, made),
    hasBoostagram: arrival.rail === 'lightning' && readPayload(arrival.records).boostagram !== null,
    action: newAction({ clock, random }, by, {
      kind: 'unclaimed_assign',
      subject: claimed.id,
      detail: { user: user.identifier, amountSat: String(creditSat(amountMsat)) },
    }),
  };
}

function renderAssignment(
  { node }: Pick<AssignUnclaimedDeps, 'node'>,
  { arrival, amountMsat }: UnclaimedMoney,
  { id, identifier, assignedAt: at }: Pick<AssignmentEvent, 'id' | 'identifier' | 'assignedAt'>,
): string {
  if (arrival.rail === 'chain') {
    const amountSat = creditSat(amountMsat);
    return renderDeposit({ ...arrival, identifier, amountSat, seenAt: at }, arrival.block, at);
  }
  const { paymentHash, preimage, records } = arrival;
  const dated = { createdAt: at, settledAt: at };
  return renderKeysendReceipt(
    { id, identifier, source: 'unclaimed', ...dated, paymentHash, preimage, amountMsat, records },
    node,
  );
}

const retryOptions = ({ clock, random }: AssignUnclaimedDeps) => ({
  maxAttempts: 6,
  firstPauseMs: 50,
  isRetryable: isRepeatable,
  clock,
  random,
});

const noSuchMoney = (id: string): AssignRefusal => ({
  kind: 'no_such_money',
  message: `there is no unclaimed money ${id}`,
});

async function assignedAlready(
  { users }: AssignUnclaimedDeps,
  userId: string,
): Promise<AssignRefusal> {
  const user = await users.findUser(userId);
  return {
    kind: 'assigned_already',
    message: `it was assigned to ${user === null ? userId : accountName(user)} already`,
    userId,
  };
}
