import { newIdentifier, newUuid } from '../../../src/base/id.ts';
import type { Random } from '../../../src/base/random.ts';
import { DEFAULT_PREFERENCES } from '../../../src/users/preferences.ts';
import type { User } from '../../../src/users/user-store.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

/** The user whose money moves. */
export const newAnn = (clock: VirtualClock, random: Random): User => ({
  id: newUuid(clock, random),
  identifier: newIdentifier(random, 20),
  email: 'ann@example.com',
  name: 'ann',
  avatar: null,
  nostrPubkey: null,
  isAdmin: false,
  disabledAt: null,
  createdAt: clock.now(),
  closedAt: null,
  browserLanguage: null,
  preferences: DEFAULT_PREFERENCES,
});
