import { type Content, html } from '../../i18n/html.ts';
import type { Approval } from '../../payments/approval.ts';
import { APPROVALS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { approvalPath } from './approval-paths.ts';

/** A line that leads to what waits for the reader's approval; null if nothing does. */
export function approvalHint(
  { approvals: words }: PageTexts,
  waiting: readonly Pick<Approval, 'id'>[],
): Content {
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  const path = others.length === 0 ? approvalPath(first.id) : APPROVALS_PATH;
  return html`
    <p class="notice warn"><a href="${path}">${words.hint({ count: waiting.length })}</a></p>`;
}
