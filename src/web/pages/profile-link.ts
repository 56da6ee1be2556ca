import { type Html, html } from '../../texts/html.ts';
import type { User } from '../../users/user-store.ts';

/** Who is signed in, by name where they have told one. */
export function linkToProfile({ name, email }: User, place: 'who' | 'who-here'): Html {
  const shown = name ?? email;
  return html`<a class="${place}" href="/profile" title="${shown}" dir="auto">${shown}</a>`;
}
