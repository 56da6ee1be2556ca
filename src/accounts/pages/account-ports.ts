import type { NetworkRates } from '../../web/rate-limits/network-rates.ts';
import type { AccountDeps } from '../account-deps.ts';
import type { BrowserSessions } from '../browser/browser-sessions.ts';
import type { ADDRESS_RATES } from '../limits.ts';

/** Dependencies of the account pages beside those of all pages. */
export interface AccountPorts extends AccountDeps {
  readonly browsers: BrowserSessions;
  /**
   * Limits by address; null if nothing is limited. Attempts on one account are counted across all
   * processes.
   */
  readonly addressRates: NetworkRates<keyof typeof ADDRESS_RATES> | null;
}
