import {
  type LimitChange,
  type OwnLimit,
  parseOwnLimit,
  type UserLimitStore,
} from '../../access/user-limits.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_BUDGET_SAT } from '../../base/limits.ts';
import type { Random } from '../../base/random.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { newAction, type Operator } from '../operations/act.ts';

export interface SetUserLimitsDeps {
  readonly userLimits: Pick<UserLimitStore, 'setLimits'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** As they were typed; what is left out stays as it is. */
export interface TypedLimits {
  readonly maxBalance?: string;
  readonly maxSendDay?: string;
}

export interface SetUserLimitsInput extends TypedLimits {
  readonly userId: string;
  readonly by: Operator;
}

export interface BadLimit {
  readonly kind: 'bad_limit';
  readonly field: keyof TypedLimits;
  readonly message: string;
}

/**
 * Limits of custody of one user: what admins do on a page and operators by command. Answers what
 * was changed, null for nothing.
 */
export async function setUserLimits(
  deps: SetUserLimitsDeps,
  { userId, by, ...typed }: SetUserLimitsInput,
): Promise<Result<LimitChange | null, BadLimit>> {
  const checked = checkUserLimits(typed);
  if (!checked.ok) return checked;
  const change = checked.value;
  if (Object.keys(change).length === 0) return accept(null);
  const action = newAction(deps, by, { kind: 'user_limits', subject: userId, detail: typed });
  await deps.userLimits.setLimits(userId, change, deps.clock.now(), action);
  return checked;
}

/** Before anything is written. */
export function checkUserLimits(typed: TypedLimits): Result<LimitChange, BadLimit> {
  const change: Partial<Record<keyof TypedLimits, OwnLimit>> = {};
  for (const field of FIELDS) {
    const text = typed[field];
    if (text === undefined) continue;
    const limit = parseOwnLimit(text);
    if (limit === null) return refuse({ kind: 'bad_limit', field, message: MESSAGE });
    change[field] = limit;
  }
  return accept(change);
}

const FIELDS = ['maxBalance', 'maxSendDay'] as const;
const MESSAGE = `a limit is whole sats from 1 to ${MAX_BUDGET_SAT}, none, or default`;
