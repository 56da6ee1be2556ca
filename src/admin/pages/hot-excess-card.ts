import { type Html, html } from '../../i18n/html.ts';
import type { HotExcess } from '../../node/watch-ceiling.ts';
import { card, facts } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Proposes what of the node's bitcoin to move away, where it holds more than its limit. */
export function hotExcessCard(
  texts: PageTexts,
  { heldSat, limitSat, movableSat, coldAddress }: HotExcess,
): Html {
  const words = texts.node.hotLimit;
  const { amount } = texts.format;
  const address = coldAddress === null ? words.noAddress : html`<code>${coldAddress}</code>`;
  return card(
    words.title,
    html`
      <p class="hint">${words.lead}</p>
      ${facts([
        [words.held, amount(heldSat)],
        [words.limit, amount(limitSat)],
        [words.movable, movableSat === 0n ? words.nothing : amount(movableSat)],
        ...(movableSat === 0n ? [] : [[words.to, address] as const]),
      ])}
      ${movableSat === 0n || coldAddress === null ? null : html`<p class="hint">${words.how}</p>`}`,
  );
}
