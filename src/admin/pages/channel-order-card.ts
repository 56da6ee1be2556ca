import {
  type ChannelOrder,
  isPaid,
  type OrderState,
  PAYMENT_WAYS,
  type PaymentWay,
  payableUntil,
} from '../../channel-orders/channel-order.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { formatChannelPoint } from '../../lightning/channel-point.ts';
import { copyButton, facts, type State, stateWord } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import { bitcoinQrText, qrText } from '../../web/qr-picture.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ChannelRoom } from '../channel-room.ts';
import { DAY_BLOCKS } from '../limits.ts';
import type { ManagedNode } from '../read-managed-node.ts';
import { payChannelPath } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/**
 * The money that the node has for paying a provider of channels. A field is null while the node
 * does not answer.
 */
export interface PayingNode {
  readonly room: ChannelRoom | null;
  readonly managed: ManagedNode | null;
}

type Shown = Exclude<OrderState, 'open'> | 'unpaid' | 'paying' | 'opening';

const LOOKS: Readonly<Record<Shown, State>> = {
  unpaid: 'waiting',
  paying: 'going',
  opening: 'going',
  completed: 'good',
  failed: 'ended',
  refunded: 'ended',
  expired: 'ended',
};

/**
 * The state in which an order is shown. An expired offer is still stored as open, because a payment
 * may arrive late, but it is shown as expired.
 */
export function shownState(order: ChannelOrder, now: Date): Shown {
  if (order.state !== 'open') return order.state;
  if (!isPaid(order)) return payableUntil(order.offer) > now ? 'unpaid' : 'expired';
  return order.told.payment === 'expected' ? 'paying' : 'opening';
}

/**
 * Shows an order for a channel: either the offer with all ways to pay it, or how far the purchase
 * has come.
 */
export async function channelOrderCard(
  { qrPictures, clock }: Pick<OperatorPageDeps, 'qrPictures' | 'clock'>,
  texts: PageTexts,
  order: ChannelOrder,
  node: PayingNode,
): Promise<Html> {
  const words = texts.node.orders;
  const now = clock.now();
  const state = shownState(order, now);
  const { sat, moment } = texts.format;
  const heading = words.heading({ size: sat(order.sizeSat), host: hostOf(order) });
  const isOpen = order.state === 'open';
  const payable = state === 'unpaid' ? stillPayable(order, now) : null;
  return html`
    <section class="card">
      <h2>${heading}</h2>
      <p class="split">${stateWord(LOOKS[state], words.states[state])}
        ${
          order.lookedAt === null || !isOpen
            ? null
            : html`<span class="faint">${words.asked({ time: moment(order.lookedAt) })}</span>`
        }</p>
      <p>${words.whatNow[state]}</p>
      ${notices(texts, order)}
      ${facts([...orderFacts(texts, order, waysOf(order)), ...progressFacts(texts, order)])}
      ${payable === null ? null : await offerPart({ qrPictures }, texts, payable, node)}
      ${isOpen ? refundPart(texts, order) : null}
    </section>`;
}

/** The order for a channel, with only those ways to pay that have not expired. */
function stillPayable(order: ChannelOrder, now: Date): ChannelOrder {
  const { lightning, chain } = order.offer;
  const still = <Way extends { readonly until: Date }>(way: Way | null): Way | null =>
    way === null || way.until <= now ? null : way;
  return { ...order, offer: { lightning: still(lightning), chain: still(chain) } };
}

const hostOf = ({ providerUrl }: ChannelOrder): string => new URL(providerUrl).host;

function notices({ node: { orders: words } }: PageTexts, order: ChannelOrder): Content {
  if (order.state !== 'open') return null;
  const { trouble, payProblem, payment } = order;
  return [
    trouble === null ? null : html`<p class="notice warn">${words.troubles[trouble]}</p>`,
    payProblem === null || payment !== null
      ? null
      : html`<p class="notice warn">${
          payProblem === 'repeated' ? words.payRepeated : words.payFailed
        }</p>`,
  ];
}

/**
 * Facts about an order: what is bought, from whom, and the price for each of the given ways to pay.
 */
export function orderFacts(
  { format, node }: PageTexts,
  order: ChannelOrder,
  ways: readonly PaymentWay[],
): readonly (readonly [string, Content])[] {
  const words = node.orders;
  const names = { lightning: words.byLightning, chain: words.byChain };
  const price = (name: string, way: { readonly totalSat: bigint; readonly until: Date } | null) =>
    way === null
      ? []
      : [
          [
            name,
            html`${format.amount(way.totalSat)}
              <span class="faint">${words.until} ${format.moment(way.until)}</span>`,
          ] as const,
        ];
  return [
    [words.providerName, html`<bdi>${order.providerUrl}</bdi>`],
    [words.providerNode, html`<code class="wrapped">${order.providerNode}</code>`],
    [words.size, format.amount(order.sizeSat)],
    [words.duration, words.days({ count: Math.floor(order.expiryBlocks / DAY_BLOCKS) })],
    ...ways.flatMap((way) => price(names[way], order.offer[way])),
    [words.orderName, html`<code class="wrapped">${order.name}</code>`],
  ];
}

function progressFacts(
  { node: { orders: words } }: PageTexts,
  { payment, told }: ChannelOrder,
): readonly (readonly [string, Content])[] {
  const txid = payment?.transaction?.txid ?? null;
  const point = told.channel?.channelPoint ?? null;
  const row = (name: string, id: string) =>
    [name, html`<code class="wrapped">${id}</code>`] as const;
  return [
    ...(txid === null ? [] : [row(words.wallet, txid)]),
    ...(point === null ? [] : [row(words.channel, formatChannelPoint(point))]),
  ];
}

/**
 * Shows the ways to pay an offer: from the node, if it has enough money, and from any other wallet.
 */
async function offerPart(
  deps: Pick<OperatorPageDeps, 'qrPictures'>,
  texts: PageTexts,
  order: ChannelOrder,
  node: PayingNode,
): Promise<Html> {
  const words = texts.node.orders;
  return html`
    <h3>${words.pay}</h3>
    ${fromNode(texts, order, node)}
    <h3>${words.elsewhere}</h3>
    ${await fromElsewhere(deps, texts, order)}`;
}

function fromNode(texts: PageTexts, order: ChannelOrder, node: PayingNode): Html {
  const words = texts.node.orders;
  const { sat } = texts.format;
  const buttons: Html[] = [];
  const hints: Html[] = [];
  type Amount = (amount: { readonly amount: string }) => string;
  const offer = (way: PaymentWay, label: Amount, little: Amount): void => {
    const totalSat = order.offer[way]?.totalSat ?? null;
    const thereSat = whatIsThere(node, way);
    if (totalSat === null || thereSat === null) return;
    if (thereSat < totalSat)
      hints.push(html`<p class="hint">${little({ amount: sat(thereSat) })}</p>`);
    else
      buttons.push(
        linkButton(label({ amount: sat(totalSat) }), payChannelPath(order.id, way), 'main'),
      );
  };
  offer('lightning', words.payLightning, words.littleOut);
  offer('chain', words.payChain, words.littleBitcoin);
  return html`${buttons.length === 0 ? null : html`<p class="actions">${buttons}</p>`}${hints}`;
}

/**
 * The money that the node can spend in the given way of paying, over Lightning or on the chain;
 * null while the node does not answer.
 */
function whatIsThere({ room, managed }: PayingNode, way: PaymentWay): bigint | null {
  if (way === 'lightning') return room?.outSat ?? null;
  if (managed === null) return null;
  const { confirmedSat, reservedSat } = managed.wallet;
  return confirmedSat > reservedSat ? confirmedSat - reservedSat : 0n;
}

async function fromElsewhere(
  deps: Pick<OperatorPageDeps, 'qrPictures'>,
  texts: PageTexts,
  { offer: { lightning, chain } }: ChannelOrder,
): Promise<Html> {
  const words = texts.node.orders;
  const { sat } = texts.format;
  const parts: Html[] = [];
  if (lightning !== null) {
    parts.push(
      await place(deps, texts, {
        title: words.invoice({ amount: sat(lightning.totalSat) }),
        picture: words.qrInvoice,
        qr: qrText(lightning.bolt11),
        text: lightning.bolt11,
        copy: words.copyInvoice,
      }),
    );
  }
  if (chain !== null) {
    parts.push(
      await place(deps, texts, {
        title: words.address({ amount: sat(chain.totalSat) }),
        picture: words.qrAddress,
        qr: `${bitcoinQrText(chain.address)}?amount=${bitcoinText(chain.totalSat)}`,
        text: chain.address,
        copy: words.copyAddress,
      }),
    );
  }
  return html`${parts}`;
}

interface Place {
  readonly title: string;
  readonly picture: string;
  readonly qr: string | null;
  readonly text: string;
  readonly copy: string;
}

async function place(
  { qrPictures }: Pick<OperatorPageDeps, 'qrPictures'>,
  { frame, node: { fund } }: PageTexts,
  { title, picture, qr, text, copy }: Place,
): Promise<Html> {
  const figure = { name: picture, instead: fund.noQr };
  return html`
    <details class="offer">
      <summary>${title}</summary>
      <div class="invoice">
        ${qr === null ? null : await qrFigure(qrPictures, qr, figure)}
        <p class="address"><code class="wrapped">${text}</code></p>
        <p class="actions">${copyButton({ ...frame, copy }, text)}</p>
      </div>
    </details>`;
}

/** An amount in bitcoin, in the notation of bitcoin URIs (BIP 321). */
const bitcoinText = (amountSat: bigint): string =>
  `${amountSat / BITCOIN_SAT}.${String(amountSat % BITCOIN_SAT).padStart(8, '0')}`;

const BITCOIN_SAT = 100_000_000n;

/**
 * The ways to pay that an order offers. After our node has begun to pay in one of them, only that
 * way is left.
 */
const waysOf = ({ offer, payment }: ChannelOrder): readonly PaymentWay[] =>
  PAYMENT_WAYS.filter((way) => offer[way] !== null && (payment?.way ?? way) === way);

function refundPart(texts: PageTexts, order: ChannelOrder): Html {
  return html`
    <h3>${texts.node.orders.refundTitle}</h3>
    ${waysOf(order).map((way) => html`<p>${refundText(texts, order, way)}</p>`)}`;
}

export const refundText = (
  { node: { orders: words } }: PageTexts,
  { refundAddress }: ChannelOrder,
  way: PaymentWay,
): Content => {
  if (way === 'lightning') return words.refundLightning;
  const code = (inner: Content) => html`<code class="wrapped">${inner}</code>`;
  return words.refundChain({ address: refundAddress, code });
};
