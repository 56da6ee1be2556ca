import { appPath } from '../../apps/pages/app-paths.ts';
import { debitSat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { facts } from '../../web/pages/components.ts';
import { hiddenField, linkButton, postForm, submitButton } from '../../web/pages/controls.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { APPROVALS_PATH, TOKENS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type AskingSpender, mayRaise } from '../asking-spender.ts';
import { amountFacts } from './amount-facts.ts';
import {
  mutePath,
  payApprovalPath,
  RAISE_FIELD,
  refuseAllPath,
  refuseApprovalPath,
} from './approval-paths.ts';
import { renderVerdict } from './show-verdict.ts';
import { type ShownApproval, verdictOf } from './shown-approval.ts';
import { hostFacts, spenderFacts, spenderName } from './spender-words.ts';

export function showApproval(request: UserPageRequest, shown: ShownApproval): ShownPage {
  const { texts } = request;
  const { approvals: words } = texts;
  const isWaiting = shown.state === 'waiting';
  return showPage({
    title: isWaiting ? words.one.title : words.verdicts[verdictOf(shown)].title,
    section: 'apps',
    width: 'narrow',
    live: shown.live,
    main: html`
      <p class="eyebrow"><a href="${APPROVALS_PATH}">${words.title}</a></p>
      ${livePart(
        'approval',
        isWaiting
          ? renderWaiting(texts, shown)
          : renderVerdict(texts, shown, summary(texts, shown)),
      )}
      ${isWaiting ? hiddenForms(request, shown) : null}`,
  });
}

const PAY = 'pay';
const REFUSE = 'refuse';
const REFUSE_ALL = 'refuse-all';
const MUTE = 'mute';

/**
 * The forms of the buttons. They stand outside the part of the page that a script replaces, because
 * each copy of the page has another form token.
 */
function hiddenForms(
  { session }: UserPageRequest,
  { approval: { id }, spender, now }: ShownApproval,
) {
  const form = (name: string, action: string, fields: Content = null): Html =>
    postForm({
      id: name,
      action,
      csrfToken: session.csrfToken(),
      fields,
      submit: null,
      isSentOnce: true,
      isHidden: true,
    });
  return html`
    ${form(PAY, payApprovalPath(id))}
    ${form(REFUSE, refuseApprovalPath(id))}
    ${form(REFUSE_ALL, refuseAllPath(id))}
    ${form(MUTE, mutePath(id), hiddenField('mute', isMuted(spender, now) ? 'no' : 'yes'))}`;
}

const isMuted = (spender: AskingSpender | null, now: Date): boolean =>
  spender?.mutedUntil != null && spender.mutedUntil > now;

function renderWaiting(texts: PageTexts, shown: ShownApproval): Html {
  const { approval, now } = shown;
  const { approvals: words, format } = texts;
  const { one } = words;
  const minutes = Math.floor((now.getTime() - approval.createdAt.getTime()) / 60_000);
  return html`
    <h1>${one.title}</h1>
    ${summary(texts, shown)}
    <p class="notice warn">${one.waited({ minutes })}</p>
    <p class="actions answer">
      ${submitButton({ form: PAY, label: one.pay({ amount: format.satOf(approval.amountMsat) }) })}
      ${submitButton({ form: REFUSE, label: one.refuse, look: 'plain' })}
    </p>
    ${renderMore(texts, shown)}`;
}

/** What would be paid, to whom, and who asks for it. */
function summary(texts: PageTexts, shown: ShownApproval): Html {
  const { approval, asked, spender, rate, state, now } = shown;
  const { amountMsat, createdAt, expiresAt } = approval;
  const { approvals: words, format, send } = texts;
  const [[, amount], ...rows] = amountFacts(texts, approval, asked);
  const who = [
    [words.one.by, spenderName(texts, spender)] as const,
    ...(spender === null ? [] : hostFacts(texts, spender)),
  ];
  const leftSec = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const left = html`<span data-left="${send.review.left}"
    data-left-sec="${leftSec}">${format.moment(expiresAt)}</span>`;
  return html`
    <section class="card review" aria-label="${words.one.title}">
      <p class="eyebrow">${send.review.amount}</p>
      <p class="figure-line">${amount}</p>
      ${fiatValue(texts, rate, debitSat(amountMsat), now)}
      ${facts([
        // A list of payees is long, so who asks comes before it.
        ...('several' in asked ? [...who, ...rows] : [...rows, ...who]),
        state === 'waiting' ? [words.one.ends, left] : [words.one.asked, format.moment(createdAt)],
      ])}
    </section>`;
}

/** What else its user can do about this app or token. */
function renderMore(
  texts: PageTexts,
  { approval, spender, othersCount, now }: ShownApproval,
): Html {
  const { approvals: words, format } = texts;
  const { mute, more } = words;
  const upTo = format.sat(debitSat(approval.amountMsat));
  const count = format.digits(othersCount + 1);
  const button = (form: string, label: string): Html =>
    submitButton({ form, label, look: 'plain' });
  const raise = { form: PAY, name: RAISE_FIELD, value: 'yes', look: 'plain' } as const;
  const hasRaise = mayRaise(spender, approval);
  return html`
    <section class="card">
      <h2>${more.title}</h2>
      ${spender === null ? null : facts(spenderFacts(texts, spender))}
      ${hasRaise ? html`<p>${words.raise.hint({ upTo })}</p>` : null}
      ${
        hasRaise
          ? html`<p class="actions">
              ${submitButton({ ...raise, label: words.raise.submit({ upTo }) })}</p>`
          : null
      }
      <p class="hint">${isMuted(spender, now) ? mute.isMuted : mute.hint}</p>
      <p class="actions">
        ${othersCount > 0 ? button(REFUSE_ALL, more.refuseAll({ count })) : null}
        ${button(MUTE, isMuted(spender, now) ? mute.end : mute.begin)}
        ${spender === null ? null : endLink(texts, spender)}
      </p>
    </section>`;
}

const endLink = ({ connectedApps, tokens }: PageTexts, { kind, grantId }: AskingSpender): Html =>
  kind === 'token'
    ? linkButton(tokens.revoke, `${TOKENS_PATH}/${grantId}/revoke`, 'risky')
    : linkButton(connectedApps.disconnect, `${appPath(grantId)}/revoke`, 'risky');
