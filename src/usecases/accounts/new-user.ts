import type { User } from '../../account/user-store.ts';
import type { Clock } from '../../base/clock.ts';
import { newIdentifier, newUuid, USER_IDENTIFIER_LENGTH } from '../../base/id.ts';
import type { Random } from '../../base/random.ts';

/** Somebody with ids of his own, who is not stored yet. */
export const newUser = (
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { email, name, isAdmin }: Pick<User, 'email' | 'name' | 'isAdmin'>,
): User => ({
  id: newUuid(clock, random),
  identifier: newIdentifier(random, USER_IDENTIFIER_LENGTH),
  ...{ email, name, isAdmin },
  ...{ avatar: null, nostrPubkey: null, disabledAt: null },
  createdAt: clock.now(),
});
