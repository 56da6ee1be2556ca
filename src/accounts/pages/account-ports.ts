import type { NetworkRates } from '../../web/rate-limits/network-rates.ts';
import type { AccountDeps } from '../account-deps.ts';
import type { BrowserSessions } from '../browser/browser-sessions.ts';
import type { ADDRESS_RATES } from '../limits.ts';

/** What the account pages need in addition to what all pages need. */
export interface AccountPorts extends AccountDeps {
  readonly browsers: BrowserSessions;
  /**
   * Rate limits by IP address, counted in this process; null if nothing is limited. Attempts on one
   * account are counted in the database, over all processes.
   */
  readonly addressRates: NetworkRates<keyof typeof ADDRESS_RATES> | null;
}
