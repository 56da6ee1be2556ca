import { STALE_CHECKPOINT_MS } from '../../base/limits.ts';
import { type Content, html } from '../../i18n/html.ts';
import { PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/**
 * Facts about the service that everyone, or an admin, must know before they look at their own
 * money.
 */
export interface StatusBanner {
  readonly proofAt: Date | null;
  /**
   * Whether the node holds less than is owed to users. Only admins are told; others see the
   * consequences.
   */
  readonly isCoverLost: boolean;
  /** Whether the Lightning network cannot be reached. */
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

/** Whether the newest checkpoint is too old. A service that has never made one misses none. */
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
