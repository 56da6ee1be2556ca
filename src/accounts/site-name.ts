import type { AccountDeps } from './account-deps.ts';

/** The name of this service for people: the host name of its pages. */
export const siteName = ({ authUrl }: Pick<AccountDeps, 'authUrl'>): string =>
  new URL(authUrl()).host;
