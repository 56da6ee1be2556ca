import { type Html, html } from '../../i18n/html.ts';
import { MAX_SHOWN_UNREAD } from '../limits.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { icon } from './icons.ts';
import { livePart } from './live-part.ts';
import { NOTICES_PATH } from './paths.ts';

/**
 * A link to the user's notices that says how many are unread; without a number where it is unknown.
 */
export function renderBell(
  { frame, format }: PageTexts,
  unread: number | null,
  isPresent: boolean,
): Html {
  const shown = format.digits(Math.min(unread ?? 0, MAX_SHOWN_UNREAD));
  const current = isPresent ? html` aria-current="page"` : null;
  const count = (unread ?? 0) > MAX_SHOWN_UNREAD ? `${shown}+` : shown;
  return livePart(
    'bell',
    html`<a class="to-notices" href="${NOTICES_PATH}"${current}>
      ${icon('bell')}<span class="unseen">${frame.notices}</span>
      ${
        unread === null || unread === 0
          ? null
          : html`<span class="count" aria-hidden="true">${count}</span>
              <span class="unseen">${frame.unreadNotices({ count })}</span>`
      }</a>`,
  );
}
