import postgres from 'postgres';
import type { ApiUser } from './api-user.ts';
import type { WalletApi } from './wallet-api.ts';

/** Limits of custody in sats; null for none. */
export interface TestLimits {
  readonly maxBalance?: number | null;
  readonly maxSendDay?: number | null;
}

/** Sets limits as an operator does, in a world that shows no store of them. */
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
