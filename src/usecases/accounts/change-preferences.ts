import {
  type PreferenceRefusal,
  type Preferences,
  type PreferenceTexts,
  readPreferences,
} from '../../account/preferences.ts';
import type { User } from '../../account/user-store.ts';
import { accept, type Result } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';

export interface PreferenceInput {
  readonly texts: PreferenceTexts;
  /** Those that can be shown at the moment. */
  readonly currencies: readonly string[];
  /** Whether they have proved a short while ago who they are. */
  readonly isConfirmed: boolean;
}

/**
 * Changes how a person wants their pages. Only who has just proved who they are may be asked less
 * often for that proof: for others, all else is changed, and `isLimitKept` is true.
 */
export async function changePreferences(
  { users }: Pick<AccountDeps, 'users'>,
  { id, preferences: present }: User,
  { texts, currencies, isConfirmed }: PreferenceInput,
): Promise<Result<{ readonly isLimitKept: boolean }, PreferenceRefusal>> {
  const read = readPreferences(texts, currencies);
  if (!read.ok) return read;
  const isLimitKept = read.value.confirmAboveSat > present.confirmAboveSat && !isConfirmed;
  const changed: Preferences = isLimitKept
    ? { ...read.value, confirmAboveSat: present.confirmAboveSat }
    : read.value;
  await users.changePreferences(id, changed);
  return accept({ isLimitKept });
}
