import { STALE_CHECKPOINT_MS } from '../../base/limits.ts';
import { PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Content, html } from '../../web/pages/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** What everyone, or an admin, must know of the service before they look at their own money. */
export interface Standing {
  readonly proofAt: Date | null;
  /** Never told to users who are no admins: they see what follows from it. */
  readonly isCoverLost: boolean;
  /** Whether the Lightning network cannot be reached. */
  readonly isNodeAway: boolean;
  readonly now: Date;
}

export const statusBanner = (texts: PageTexts, standing: Standing): Content => [
  standing.isNodeAway ? nodeAway(texts) : null,
  standing.isCoverLost ? coverLost(texts) : null,
  isStale(standing) ? staleProof(texts, standing) : null,
];

const nodeAway = ({ home: { standing: words } }: PageTexts): Content => html`
  <section class="notice warn" aria-label="${words.nodeAway.label}">
    <p><strong>${words.nodeAway.text}</strong> ${words.nodeAway.meanwhile}</p>
  </section>`;

const coverLost = ({ home: { standing: words } }: PageTexts): Content => html`
  <section class="notice problem missed" aria-label="${words.coverLost.label}">
    <p><strong>${words.coverLost.text}</strong> ${words.coverLost.stopped}</p>
    ${linkButton(words.coverLost.show, '/operate')}
  </section>`;

/** Where there never was one, none is missing. */
const isStale = ({ proofAt, now }: Standing): boolean =>
  proofAt !== null && now.getTime() - proofAt.getTime() > STALE_CHECKPOINT_MS;

const staleProof = (
  { figures, home: { standing: words } }: PageTexts,
  { proofAt, now }: Standing,
): Content => html`
  <section class="notice problem missed" aria-label="${words.staleProof.label}">
    <p><strong>${words.staleProof.text}</strong> ${words.staleProof.last({
      when: figures.moment(proofAt ?? now),
    })}</p>
    ${linkButton(words.staleProof.show, PROOF_PATH)}
  </section>`;
