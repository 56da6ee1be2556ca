import type { Clock } from '../../base/clock.ts';
import type { UserStore } from '../../users/user-store.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { AccountPorts } from './account-ports.ts';

export interface AccountPageDeps extends Pick<ReaderRateDeps, 'rates'> {
  readonly accounts: AccountPorts;
  readonly users: UserStore;
  readonly clock: Clock;
}
