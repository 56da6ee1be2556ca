import {
  type ChannelOrder,
  PAYMENT_WAYS,
  type PaymentWay,
} from '../../channel-orders/channel-order.ts';
import { type PayRefusal, routingBound } from '../../channel-orders/pay-order.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { payChannelOrder } from '../buy-channel.ts';
import {
  type ActionPage,
  type ActionQuestion,
  again,
  done,
  operatorOf,
  problem,
  unlessUnanswered,
} from './action-pages.ts';
import { orderFacts, refundText } from './channel-order-card.ts';
import { feeRateField, readFeeRate, wrongRateText } from './open-channel.ts';
import { CHANNEL_ORDERS_PATH, payChannelPath } from './operate-paths.ts';
import { providerRefusalText } from './provider-refusal-text.ts';

interface Payable {
  readonly management: NodeManagement;
  readonly order: ChannelOrder;
  readonly way: PaymentWay;
}

/**
 * The action that pays for an offered channel from the node. If its form is sent twice, the second
 * request is refused, because the payment has begun.
 */
export const payChannelPage: ActionPage<Payable> = {
  path: payChannelPath(':id', ':way'),
  section: 'node',
  back: CHANNEL_ORDERS_PATH,
  fields: ['rate'],
  find: async ({ operator: { management }, actions }, { params }) => {
    const way = PAYMENT_WAYS.find((one) => one === params.text('way')) ?? null;
    if (management === null || way === null) return null;
    const order = await actions.channelOrders.find(params.text('id'));
    return order === null || order.offer[way] === null ? null : { management, order, way };
  },
  ask: (request, { order, way }) => {
    const question = payQuestion(request.texts, order, way);
    return way === 'chain' ? { ...question, fields: [feeRateField(request)] } : question;
  },
  act: async ({ actions }, request, { management, order, way }) => {
    const words = request.texts.actions.payChannel;
    const satPerVbyte = readFeeRate(request);
    if (satPerVbyte === 'wrong') return again(wrongRateText(request.texts));
    const deps = { ...actions, management };
    const wish = { orderId: order.id, way, satPerVbyte };
    const paid = await unlessUnanswered(() =>
      payChannelOrder(deps, operatorOf(request), order, wish),
    );
    if (paid === 'unanswered') return problem(words.unknown);
    return paid.kind === 'begun' ? done(words.done) : problem(refusalText(request.texts, paid.why));
  },
};

function payQuestion(texts: PageTexts, order: ChannelOrder, way: PaymentWay): ActionQuestion {
  const words = texts.actions.payChannel;
  const { amount, sat } = texts.format;
  const offer = order.offer[way];
  const isPayable = offer !== null && order.state === 'open' && order.payment === null;
  if (!isPayable) return { title: words.title, text: words.refused.over, submit: null };
  const { totalSat } = offer;
  return {
    title: words.title,
    text: words.text,
    facts: [
      [words.amount, amount(totalSat)],
      way === 'lightning'
        ? [words.fee, words.atMost({ amount: sat(routingBound(totalSat)) })]
        : [words.miners, words.minersByNode],
      ...orderFacts(texts, order, [way]),
      [texts.node.orders.refundTitle, refundText(texts, order, way)],
    ],
    submit: words.submit({ amount: sat(totalSat) }),
  };
}

function refusalText(texts: PageTexts, why: PayRefusal): string {
  const words = texts.actions.payChannel.refused;
  switch (why.kind) {
    case 'over':
    case 'too_late':
    case 'repeated':
    case 'changed':
    case 'not_expected':
      return words[why.kind];
    case 'of_users':
      return words.of_users({ free: texts.format.sat(why.freeSat) });
    case 'stopped':
    case 'not_connected':
    case 'node':
      return words[why.kind]({ why: why.detail });
    case 'failed':
      return words.node({ why: words.reasons[why.reason] });
    default:
      return `${words.provider} ${providerRefusalText(texts, why)}`;
  }
}
