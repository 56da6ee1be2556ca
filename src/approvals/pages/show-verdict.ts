import { type Html, html } from '../../i18n/html.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { APPROVALS_PATH, recordPath } from '../../web/pages/paths.ts';
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
      ${
        outcome === null
          ? null
          : linkButton(words.seePayment, recordPath(approval.planned.ids.identifier), 'main')
      }
      ${linkButton(words.back, APPROVALS_PATH)}
    </p>`;
}

/** Says why an approved payment could not be made any more. */
function reasonOf({ reasons }: PageTexts['approvals'], failure: string): string {
  const known = Object.entries(reasons).find(([kind]) => kind === failure);
  return known?.[1] ?? reasons.other;
}
