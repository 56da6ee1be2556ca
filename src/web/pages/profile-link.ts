import { type Html, html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import type { User } from '../../users/user-store.ts';

/** A link to the profile of the user who is signed in, with their name if they gave one. */
export function linkToProfile(user: User, place: 'who' | 'who-here'): Html {
  const shown = user.name ?? accountName(user);
  return html`<a class="${place}" href="/profile" title="${shown}" dir="auto">${shown}</a>`;
}
