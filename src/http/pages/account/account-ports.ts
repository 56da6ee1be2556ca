import type { AccountDeps } from '../../../usecases/accounts/account-deps.ts';
import type { BrowserSessions } from '../session/browser-sessions.ts';
import type { AddressRates } from './address-rates.ts';

/** What the pages of signing in and of accounts need, beside what all pages have. */
export interface AccountPorts extends AccountDeps {
  readonly browsers: BrowserSessions;
  /** Null when nothing is limited. */
  readonly addressRates: AddressRates | null;
}
