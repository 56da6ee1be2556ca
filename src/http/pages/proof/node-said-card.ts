import type { NodeSaid } from '../../../usecases/proof/read-node-said.ts';
import { type Html, html } from '../kit/html.ts';
import { card, facts } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** Beside the proof, and no part of it: null while the node does not answer. */
export const nodeSaidCard = (
  { figures, proof: { said: words } }: PageTexts,
  said: NodeSaid | null,
): Html =>
  card(
    words.title,
    html`
      <p class="hint">${words.hint}</p>
      ${
        said === null
          ? html`<p>${words.away}</p>`
          : facts([
              [words.holds, words.atLeast(figures.sat(said.holdsSat))],
              [words.announced, figures.amount(said.announcedSat)],
            ])
      }`,
  );
