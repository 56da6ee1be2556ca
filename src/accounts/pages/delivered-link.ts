import { type Html, html } from '../../i18n/html.ts';
import type { MailOutcome } from '../../outbox/outbox-deps.ts';
import { secretOnce } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type ShownPage, showPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { DeliveredLink } from '../deliver-link.ts';

export interface DeliveredLinkPage {
  readonly title: string;
  /** The account name of the person whom the link is for; null if it is not known. */
  readonly to: string | null;
  readonly link: DeliveredLink;
}

/**
 * Shows an admin the link that they created: whether its mail could be sent, or that they have to
 * pass it on themselves.
 */
export const showDeliveredLink = (
  texts: PageTexts,
  { title, to, link }: DeliveredLinkPage,
): ShownPage => {
  const {
    format,
    frame,
    users: { link: words },
  } = texts;
  const byHand = secretOnce(frame, words.label, link.address);
  return showPage({
    title,
    section: 'users',
    width: 'narrow',
    main: html`
      <h1>${title}</h1>
      ${
        to === null
          ? html`<p>${words.byHandToAnyone}</p>${byHand}`
          : link.mailed?.kind === 'sent'
            ? html`<p>${words.mailed({ email: to })}</p>`
            : html`
              ${link.mailed === null ? null : mailProblem(texts, to, link.mailed)}
              <p>${words.byHand({ email: to })}</p>
              ${byHand}`
      }
      <p>${words.expires({ date: format.momentText(link.expiresAt) })}</p>
      <p class="actions">${linkButton(words.back, '/operate/users', 'main')}</p>`,
  });
};

const mailProblem = (
  { format, users: { link: words } }: PageTexts,
  to: string,
  mailed: Exclude<MailOutcome, { kind: 'sent' }>,
): Html =>
  mailed.kind === 'refused'
    ? html`
      <p>${words.refused({ email: to })}</p>
      <p class="hint">${words.serverSaid({ answer: mailed.answer })}</p>`
    : html`<p>${words.delayed({ email: to, date: format.momentText(mailed.until) })}</p>`;
