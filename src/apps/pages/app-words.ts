import { type AppGrant, isOver } from '../../authorization/app-grant.ts';

import { type Html, html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import type { User } from '../../users/user-store.ts';

import type { PageTexts } from '../../web/texts/page-texts.ts';
import { presetOf } from '../preset.ts';
import { scopeTitles } from './scope-words.ts';

/**
 * The permissions of an app in one sentence. For an app without OAuth the sentence names the preset
 * that its user chose, and for an OAuth app its scopes.
 */
export function permissionsOf(texts: PageTexts, { scopes, client }: AppGrant): string {
  const preset = client === null ? presetOf(scopes) : null;
  return preset === null
    ? scopeTitles(texts.scopes, scopes)
    : texts.connections.presets[preset].short;
}

/** The end of a connection in words; null for one that lasts until it is revoked. */
export function endOf(
  { connections: words, format }: PageTexts,
  app: AppGrant,
  now: Date,
): Html | null {
  if (app.expiresAt === null) return null;
  const date = format.day(app.expiresAt);
  return isOver(app, now) ? words.ended({ date }) : words.ends({ date });
}

/** Says when the app was last refused something, and why. */
export const refusalOf = (
  { connections: words, format }: PageTexts,
  { lastRefusal }: AppGrant,
): Html | null =>
  lastRefusal === null
    ? null
    : words.refused({
        time: format.moment(lastRefusal.at),
        reason: words.refusals[lastRefusal.reason],
      });

/** The owner of the wallet that an app asks for: their account, and their name if they gave one. */
export const walletOwner = (user: User): Html =>
  user.name === null
    ? html`${accountName(user)}`
    : html`${user.name} <span class="faint">${accountName(user)}</span>`;
