import postgres from 'postgres';
import type { ApiUser } from './api-user.ts';
import type { WalletApi } from './wallet-api.ts';

/** Limits of custody in sats; null for none. */
export interface TestLimits {
  readonly maxBalance?: number | null;
  readonly maxSendDay?: number | null;
}

/** Sets limits like an operator, in a world whose store of limits is not accessible. */
export function limitSetter(
  { ownerUrl, clock }: Pick<WalletApi, 'ownerUrl' | 'clock'>,
  after: (end: () => Promise<void>) => void,
) {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  after(() => owner.end());
  return async ({ user }: ApiUser, { maxBalance, maxSendDay }: TestLimits): Promise<void> => {
    await owner`
      select set_user_limits(${user.id}, ${maxBalance !== undefined}, ${maxBalance ?? 0},
        ${maxSendDay !== undefined}, ${maxSendDay ?? 0}, null, ${clock.now()})`;
  };
}
