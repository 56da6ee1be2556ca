import { type Html, html } from '../../i18n/html.ts';
import { card, facts } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { NodeHoldings } from '../read-node-holdings.ts';

/**
 * A card about what the node holds, which is no part of the proof; null while the node does not
 * answer.
 */
export const nodeHoldingsCard = (
  { format, proof: { said: words } }: PageTexts,
  said: NodeHoldings | null,
): Html =>
  card(
    words.title,
    html`
      <p class="hint">${words.hint}</p>
      ${
        said === null
          ? html`<p>${words.away}</p>`
          : facts([
              [words.holds, words.atLeast({ amount: format.sat(said.holdsSat) })],
              [words.announced, format.amount(said.announcedSat)],
            ])
      }`,
  );
