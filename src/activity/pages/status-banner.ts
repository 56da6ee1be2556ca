import { STALE_CHECKPOINT_MS } from '../../base/limits.ts';
import { type Content, html } from '../../i18n/html.ts';
import { PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/**
 * Facts about the service that are shown above a user's money, as everyone has to know them first.
 * One of them is shown to admins only.
 */
export interface StatusBanner {
  readonly proofAt: Date | null;
  /**
   * Whether the node holds less than users are owed. Only admins are told; other users see that
   * payments are stopped.
   */
  readonly isCoverLost: boolean;
  /** Whether the service's Lightning node does not answer. */
  readonly isNodeAway: boolean;
  readonly now: Date;
}

export const statusBanner = (texts: PageTexts, status: StatusBanner): Content => [
  status.isNodeAway ? nodeAway(texts) : null,
  status.isCoverLost ? coverLost(texts) : null,
  isStale(status) ? staleProof(texts, status) : null,
];

const nodeAway = ({ home: { status: words } }: PageTexts): Content => html`
  <section class="notice warn" aria-label="${words.nodeAway.label}">
    <p><strong>${words.nodeAway.text}</strong> ${words.nodeAway.meanwhile}</p>
  </section>`;

const coverLost = ({ home: { status: words } }: PageTexts): Content => html`
  <section class="notice problem missed" aria-label="${words.coverLost.label}">
    <p><strong>${words.coverLost.text}</strong> ${words.coverLost.stopped}</p>
    ${linkButton(words.coverLost.show, '/operate')}
  </section>`;

/**
 * Whether the newest checkpoint of what users are owed is too old. A service that never made one is
 * not late.
 */
const isStale = ({ proofAt, now }: StatusBanner): boolean =>
  proofAt !== null && now.getTime() - proofAt.getTime() > STALE_CHECKPOINT_MS;

const staleProof = (
  { format, home: { status: words } }: PageTexts,
  { proofAt, now }: StatusBanner,
): Content => html`
  <section class="notice problem missed" aria-label="${words.staleProof.label}">
    <p><strong>${words.staleProof.text}</strong> ${words.staleProof.last({
      when: format.moment(proofAt ?? now),
    })}</p>
    ${linkButton(words.staleProof.show, PROOF_PATH)}
  </section>`;
