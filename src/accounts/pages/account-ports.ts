import type { AccountDeps } from '../account-deps.ts';
import type { BrowserSessions } from '../browser/browser-sessions.ts';
import type { AddressRates } from './address-rates.ts';

/** What the account pages need in addition to what all pages have. */
export interface AccountPorts extends AccountDeps {
  readonly browsers: BrowserSessions;
  /** Null if nothing is limited. */
  readonly addressRates: AddressRates | null;
}
