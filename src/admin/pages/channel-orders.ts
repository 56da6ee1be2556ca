import { html } from '../../i18n/html.ts';
import { emptyState, pageHead } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { notFoundPage, type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { readRoom } from '../channel-room.ts';
import { SHOWN_CHANNEL_ORDERS } from '../limits.ts';
import { readManagedNode } from '../read-managed-node.ts';
import { channelOrderCard, shownState } from './channel-order-card.ts';
import { BUY_CHANNEL_PATH, CHANNEL_ORDERS_PATH, NODE_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/** The page of channels that were ordered from providers, with what to do about each order. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: CHANNEL_ORDERS_PATH,
  access: 'admin',
  handle: async (deps, { texts }) => {
    const { management } = deps.operator;
    const words = texts.node.orders;
    if (management === null) return notFoundPage();
    const orders = await deps.actions.channelOrders.list(SHOWN_CHANNEL_ORDERS);
    const isUnpaid = orders.some((order) => shownState(order, deps.clock.now()) === 'unpaid');
    const [report, managed] = isUnpaid
      ? await Promise.all([deps.operator.readNode(), readManagedNode(management)])
      : [null, null];
    const node = { room: report?.node ? readRoom(report.node.channels) : null, managed };
    const cards = await Promise.all(
      orders.map((order) => channelOrderCard(deps, texts, order, node)),
    );
    const buy = (label: string, look: 'main' | 'plain') =>
      linkButton(label, BUY_CHANNEL_PATH, look);
    return showPage({
      title: words.title,
      section: 'node',
      width: 'narrow',
      looksAgain: orders.some(({ state }) => state === 'open'),
      main: html`
        ${pageHead(words.title, words.lead)}
        ${
          orders.length === 0
            ? emptyState(words.none, words.noneHint, buy(texts.actions.buyChannel.title, 'main'))
            : cards.map((card, index) => livePart(`order-${orders[index]?.id}`, card))
        }
        <p class="actions">
          ${orders.length === 0 ? null : buy(words.another, 'plain')}
          ${linkButton(texts.node.fund.back, NODE_PATH)}
        </p>`,
    });
  },
};

export const channelOrderPages: readonly Page<OperatorPageDeps>[] = [show];
