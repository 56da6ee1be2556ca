import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { NodeFault } from '../lightning/node-port.ts';
import type { OperatorActionStore } from './operator-action-store.ts';
import type {
  ActionDetail,
  ActionEnd,
  ActionKind,
  NewAction,
} from './operator-log/operator-action.ts';

/**
 * An operator who acts on the service or on users: an admin on a page, or a person who runs a
 * command.
 */
export interface Operator {
  /** The admin who acts on a page; null for a command. */
  readonly adminId: string | null;
}

export const THE_COMMAND_LINE: Operator = { adminId: null };

export interface ActionOrder {
  readonly kind: ActionKind;
  readonly subject: string;
  readonly detail?: ActionDetail;
}

export const newAction = (
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { adminId }: Operator,
  { kind, subject, detail = {} }: ActionOrder,
): NewAction => ({ id: newUuid(clock, random), adminId, kind, subject, detail });

export interface AuditedActionDeps {
  readonly actions: Pick<OperatorActionStore, 'begin' | 'end'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Does an action that takes more than one transaction, and logs it. The entry in the log of
 * operators' actions is written before the action, so that nothing is done without one, and its end
 * is added afterwards. An entry without an end means that the action still goes on, or that the
 * process died in between.
 */
export async function runAudited<T>(
  deps: AuditedActionDeps,
  action: NewAction,
  work: () => Promise<T>,
  endOf: (answer: T) => ActionEnd,
): Promise<T> {
  const isNew = await deps.actions.begin(action);
  assert(isNew, 'no other action has its id');
  return await runBegun(deps, action, work, endOf);
}

/**
 * Does an action as `runAudited` does, but only once: returns null, without doing anything, if the
 * log has an entry with this id already.
 */
export async function runAuditedOnce<T>(
  deps: AuditedActionDeps,
  action: NewAction,
  work: () => Promise<T>,
  endOf: (answer: T) => ActionEnd,
): Promise<T | null> {
  const isNew = await deps.actions.begin(action);
  return isNew ? await runBegun(deps, action, work, endOf) : null;
}

async function runBegun<T>(
  deps: AuditedActionDeps,
  action: NewAction,
  work: () => Promise<T>,
  endOf: (answer: T) => ActionEnd,
): Promise<T> {
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    const outcome = error instanceof NodeFault ? { why: 'the node does not answer' } : {};
    await noteEnd(deps, action, { result: 'failed', outcome });
    throw error;
  }
  await noteEnd(deps, action, endOf(answer));
  return answer;
}

/**
 * Adds the end of an action to its log entry. If that fails the action stays done, so the failure
 * is only written to the process's log.
 */
async function noteEnd(
  { actions, log }: AuditedActionDeps,
  { id }: NewAction,
  end: ActionEnd,
): Promise<void> {
  try {
    await actions.end(id, end);
  } catch (error) {
    log.error({ error, actionId: id, ...end }, 'the end of an action could not be logged');
  }
}
