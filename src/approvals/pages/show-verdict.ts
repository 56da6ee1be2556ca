import { type Html, html } from '../../i18n/html.ts';
import type { Approval } from '../../payments/approval.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { ACTIVITY_PATH, APPROVALS_PATH, recordPath } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { saidOf } from './approval-line.ts';
import { type ShownApproval, verdictOf } from './shown-approval.ts';

/** Says how an approval has ended: who decided, when, on which device, and what came of it. */
export function renderVerdict(texts: PageTexts, shown: ShownApproval, summary: Html): Html {
  const { approval, outcome, now } = shown;
  const { approvals: words } = texts;
  const { title, text } = words.verdicts[verdictOf(shown)];
  const { failure } = approval;
  const reason = failure === null ? null : reasonOf(words, failure);
  return html`
    <h1 data-focus>${title}</h1>
    <p class="lead">${text}${reason === null ? null : html` ${reason}`}</p>
    <p>${saidOf(texts, approval, now)}</p>
    ${summary}
    <p class="actions">
      ${outcome === null ? null : paymentLink(words, approval.planned)}
      ${linkButton(words.back, APPROVALS_PATH)}
    </p>`;
}

const paymentLink = (words: PageTexts['approvals'], { ids, order }: Approval['planned']): Html =>
  order.kind === 'keysends'
    ? linkButton(words.seePayments, ACTIVITY_PATH, 'main')
    : linkButton(words.seePayment, recordPath(ids.identifier), 'main');

/** Says why an approved payment could not be made any more. */
function reasonOf({ reasons }: PageTexts['approvals'], failure: string): string {
  const known = Object.entries(reasons).find(([kind]) => kind === failure);
  return known?.[1] ?? reasons.other;
}
