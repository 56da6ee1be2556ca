import { newAction, type Operator } from '../../alarms/audited-action.ts';
import {
  type ByLimit,
  LIMIT_NAMES,
  type LimitChange,
  type LimitName,
  type OwnLimit,
  parseOwnLimit,
  type UserLimitStore,
} from '../../authorization/user-limits.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_BUDGET_SAT } from '../../base/limits.ts';
import type { Random } from '../../base/random.ts';
import { accept, type Result, refuse } from '../../base/result.ts';

export interface SetUserLimitsDeps {
  readonly userLimits: Pick<UserLimitStore, 'setLimits'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Limits of a user as an operator typed them; a limit that is left out stays as it is. */
export type TypedLimits = Partial<ByLimit<string>>;

export interface SetUserLimitsInput extends TypedLimits {
  readonly userId: string;
  readonly by: Operator;
  /**
   * The limits that the form showed when it was opened. A limit that was not changed in the form is
   * not written, even if it has been changed elsewhere since.
   */
  readonly shown?: TypedLimits;
}

export interface BadLimit {
  readonly kind: 'bad_limit';
  readonly field: LimitName;
  readonly message: string;
}

/** The refusal when a limit has been changed by someone else since the form was opened. */
export interface LimitsChanged {
  readonly kind: 'limits_changed';
  readonly message: string;
}

/**
 * Sets limits of one user, for admins on a page and for operators by command. Returns what has
 * changed; null for nothing.
 */
export async function setUserLimits(
  deps: SetUserLimitsDeps,
  { userId, by, shown = {}, ...typed }: SetUserLimitsInput,
): Promise<Result<LimitChange | null, BadLimit | LimitsChanged>> {
  const checked = checkUserLimits(typed);
  if (!checked.ok) return checked;
  const change: LimitDraft = {};
  const seen: LimitDraft = {};
  for (const field of LIMIT_NAMES) {
    const wanted = checked.value[field];
    const before = parseOwnLimit(shown[field] ?? '');
    if (wanted === undefined || wanted === before) continue;
    change[field] = wanted;
    if (before !== null) seen[field] = before;
  }
  if (Object.keys(change).length === 0) return accept(null);
  const detail = Object.fromEntries(
    LIMIT_NAMES.filter((field) => change[field] !== undefined).map((field) => [
      field,
      typed[field],
    ]),
  );
  const action = newAction(deps, by, { kind: 'user_limits', subject: userId, detail });
  const { userLimits, clock } = deps;
  const isSet = await userLimits.setLimits(userId, change, clock.now(), { seen, action });
  if (isSet) return accept(change);
  return refuse({ kind: 'limits_changed', message: 'the limits were changed by someone else' });
}

type LimitDraft = Partial<Record<LimitName, OwnLimit>>;

/** Reads all typed limits before any is written, so that none is written if one is wrong. */
export function checkUserLimits(typed: TypedLimits): Result<LimitChange, BadLimit> {
  const change: LimitDraft = {};
  for (const field of LIMIT_NAMES) {
    const text = typed[field];
    if (text === undefined) continue;
    const limit = parseOwnLimit(text);
    if (limit === null) return refuse({ kind: 'bad_limit', field, message: MESSAGE });
    change[field] = limit;
  }
  return accept(change);
}

const MESSAGE = `a limit is whole sats from 1 to ${MAX_BUDGET_SAT}, none, or default`;
