import { type Content, html } from '../../i18n/html.ts';
import type { Approval } from '../../payments/approval.ts';
import { watchWallet } from '../../web/live/live.ts';
import { emptyState, pageHead } from '../../web/pages/components.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { APPROVALS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { SHOWN_DECIDED } from '../limits.ts';
import { listWaiting } from '../list-waiting.ts';
import { approvalLine, type ListedApproval } from './approval-line.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';

/** The page with the payments that wait for approval, and with those that were decided lately. */
const show: UserPage<ApprovalPageDeps> = {
  method: 'GET',
  path: APPROVALS_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, texts } = request;
    const words = texts.approvals;
    const live = await watchWallet(deps, request);
    const now = deps.clock.now();
    const query = { userId: user.id, isWaiting: false, offset: 0, limit: SHOWN_DECIDED };
    const [waiting, newest] = await Promise.all([
      listWaiting(deps, user.id),
      deps.approvals.listOfUser(query),
    ]);
    const waits = new Set(waiting.map(({ id }) => id));
    const ended = newest.filter(({ id }) => !waits.has(id));
    const grants = new Set([...waiting, ...ended].map(({ grantId }) => grantId));
    const spenders = await deps.askingSpenders.findSpenders(user.id, [...grants], now);
    const listed = (all: readonly Approval[]): readonly ListedApproval[] =>
      all.map((approval) => ({ approval, spender: spenders.get(approval.grantId) ?? null }));
    return showPage({
      title: words.title,
      section: 'apps',
      width: 'narrow',
      live,
      main: html`
        ${pageHead(words.title, words.lead)}
        ${livePart(
          'approvals',
          html`
            ${waiting.length === 0 ? emptyState(words.none.title, words.none.text) : null}
            ${lines(texts, words.waits, listed(waiting), now)}
            ${lines(texts, words.lately, listed(ended), now)}`,
        )}`,
    });
  },
};

export const approvalListPages: readonly Page<ApprovalPageDeps>[] = [show];

const lines = (
  texts: PageTexts,
  title: string,
  listed: readonly ListedApproval[],
  now: Date,
): Content =>
  listed.length === 0
    ? null
    : html`
        <section class="card">
          <h2>${title}</h2>
          <ul class="movements">
            ${listed.map((one) => html`<li>${approvalLine(texts, one, now)}</li>`)}
          </ul>
        </section>`;
