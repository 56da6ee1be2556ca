import type { AccountDeps } from './account-deps.ts';

/** What people call this service: the host name of its pages. */
export const siteName = ({ authUrl }: Pick<AccountDeps, 'authUrl'>): string =>
  new URL(authUrl()).host;
