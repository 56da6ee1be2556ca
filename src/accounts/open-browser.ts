import { hashToken } from '../authorization/personal-token.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import type { LinkRefusal } from './account-refusals.ts';
import { newKnownBrowser } from './known-browser.ts';

export type OpenBrowserDeps = Pick<AccountDeps, 'links' | 'keys' | 'clock' | 'random'>;

/**
 * Makes this browser known to the user who opens a link from their mailbox, as if they had signed
 * in there before. The link signs no one in and grants no access.
 */
export async function openBrowser(
  { links, keys, clock, random }: OpenBrowserDeps,
  token: string,
): Promise<Result<{ readonly knownBrowser: string }, LinkRefusal>> {
  const userId = await links.takeBrowserLink(hashToken(token), clock.now());
  if (userId === null) return refuse({ kind: 'link_over' });
  return accept({ knownBrowser: newKnownBrowser(keys.knownBrowser, userId, random) });
}
