import { html } from '../../texts/html.ts';
import { secretOnce } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type ShownPage, showPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { DeliveredLink } from '../deliver-link.ts';

export interface DeliveredLinkPage {
  readonly title: string;
  /** The address of the person who is to get it, or null if it is not known. */
  readonly email: string | null;
  readonly link: DeliveredLink;
}

/** A link that an admin created. It is already on its way by mail, or the admin passes it on. */
export const showDeliveredLink = (
  { format, frame, users: { link: words } }: PageTexts,
  { title, email, link }: DeliveredLinkPage,
): ShownPage =>
  showPage({
    title,
    section: 'users',
    width: 'narrow',
    main: html`
      <h1>${title}</h1>
      ${
        link.isMailed && email !== null
          ? html`<p>${words.mailed({ email })}</p>`
          : html`
            <p>${email === null ? words.byHandToAnyone : words.byHand({ email })}</p>
            ${secretOnce(frame, words.label, link.address)}`
      }
      <p>${words.expires({ date: format.momentText(link.expiresAt) })}</p>
      <p class="actions">${linkButton(words.back, '/operate/users', 'main')}</p>`,
  });
