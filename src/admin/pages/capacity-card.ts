import { type Html, html } from '../../i18n/html.ts';
import { card } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { adviseOnCapacity, type CapacityAdvice } from '../gauges/capacity-advice.ts';
import type { NodeReport } from '../read-node-report.ts';

/** A card with advice on the channels; nothing while the node does not answer. */
export function capacityCard(texts: PageTexts, { node, solvency }: NodeReport): Html | null {
  const { ownedMsat, owedMsat } = solvency;
  if (node === null || ownedMsat === null) return null;
  const { advice: words } = texts.node;
  const advice = adviseOnCapacity({ channels: node.channels, owedMsat, ownedMsat });
  return card(
    words.title,
    advice.length === 0
      ? html`<p>${words.none}</p>`
      : html`<ul class="said-list">${advice.map(
          (one) => html`<li>${sentence(texts, one)}</li>`,
        )}</ul>`,
  );
}

function sentence({ format, node: { advice: words } }: PageTexts, advice: CapacityAdvice): string {
  const { digits, sat } = format;
  switch (advice.kind) {
    case 'not_covered':
      return words.notCovered;
    case 'thin_cover':
      return words.thinCover({ percent: digits(advice.percent) });
    case 'no_channels':
      return words.noChannels;
    case 'low_outbound':
      return words.lowOutbound({ percent: digits(advice.percent) });
    case 'low_inbound':
      return words.lowInbound({ percent: digits(advice.percent) });
    case 'single_channel':
      return words.singleChannel;
    case 'one_channel':
      return words.oneChannel({
        percent: digits(advice.percent),
        peer: advice.peerPubkey.slice(0, 8),
      });
    case 'inactive':
      return words.inactive({ count: digits(advice.count), amount: sat(advice.localSat) });
  }
}
