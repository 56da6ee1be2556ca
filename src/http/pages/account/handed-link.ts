import type { HandedLink } from '../../../usecases/accounts/hand-over-link.ts';
import { linkButton } from '../kit/controls.ts';
import { momentText } from '../kit/figures.ts';
import { html } from '../kit/html.ts';
import { type ShownPage, showPage } from '../kit/page.ts';
import { secretOnce } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/en.ts';

export interface HandedLinkPage {
  readonly title: string;
  /** Who is to get it. */
  readonly whom: string;
  readonly link: HandedLink;
}

/** A link that an admin made: it is in the mail already, or he passes it on himself. */
export const showHandedLink = (
  { frame }: PageTexts,
  { title, whom, link }: HandedLinkPage,
): ShownPage =>
  showPage({
    title,
    section: 'admin',
    width: 'narrow',
    main: html`
      <h1>${title}</h1>
      ${
        link.isMailed
          ? html`<p>A mail with a link is on its way to ${whom}.</p>`
          : html`
            <p>Give this link to ${whom} in a way that nobody else reads. Whoever opens it first may
              use it.</p>
            ${secretOnce(frame, 'Link', link.address)}`
      }
      <p>It works once, until ${momentText(link.expiresAt)}.</p>
      <p class="actions">${linkButton('Back to the users', '/admin/users', 'main')}</p>`,
  });
