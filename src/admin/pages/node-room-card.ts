import { type Html, html } from '../../i18n/html.ts';
import { copyButton, facts } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { readRoom } from '../channel-room.ts';
import type { NodeStanding } from '../read-node-report.ts';
import { BUY_CHANNEL_PATH, CHANNEL_ORDERS_PATH } from './operate-paths.ts';

/**
 * Says how much the node can receive and send, and what to do if that is nothing. Buying a channel
 * is offered only for a node that this service manages.
 */
export function nodeRoomCard(
  texts: PageTexts,
  { info, channels }: NodeStanding,
  isManaged: boolean,
): Html {
  const words = texts.node.room;
  const { amount, sat } = texts.format;
  const { outSat, inSat, awaySat } = readRoom(channels);
  const hasChannel = channels.length > 0;
  return html`
    <section class="card" id="room">
      <h2>${words.title}</h2>
      <p class="hint">${words.lead}</p>
      ${facts([
        [words.in, inSat > 0n ? amount(inSat) : words.nothing],
        [words.out, outSat > 0n ? amount(outSat) : words.nothing],
      ])}
      ${awaySat > 0n ? html`<p>${words.away({ amount: sat(awaySat) })}</p>` : null}
      ${hasChannel ? null : html`<p>${words.noChannel}</p>`}
      ${hasChannel && outSat === 0n && awaySat === 0n ? html`<p>${words.noneOut}</p>` : null}
      ${inSat > 0n || awaySat > 0n ? null : waysIn(texts, info.pubkey)}
      ${isManaged ? buyLinks(texts, inSat === 0n) : null}
    </section>`;
}

const waysIn = ({ frame, node: { room: words } }: PageTexts, pubkey: string): Html => html`
  <p>${words.noneIn}</p>
  <ul class="said-list">
    <li>${words.buy}</li>
    <li>${words.ask}</li>
    <li>${words.spend}</li>
  </ul>
  <p class="hint">${words.key}</p>
  <p><code class="wrapped">${pubkey}</code></p>
  <p class="actions">${copyButton({ ...frame, copy: words.copyKey }, pubkey)}</p>`;

const buyLinks = ({ actions, node }: PageTexts, isNeeded: boolean): Html => html`
  <p class="actions">
    ${linkButton(actions.buyChannel.title, BUY_CHANNEL_PATH, isNeeded ? 'main' : 'plain')}
    ${linkButton(node.orders.title, CHANNEL_ORDERS_PATH)}
  </p>`;
