import { readSat, type Sat, sat } from '../../base/amount.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { MAX_SAT_PER_VBYTE } from '../../lightning/limits.ts';
import type {
  ChannelOrder,
  NodeManagement,
  PendingChannel,
  WalletBalance,
} from '../../lightning/node-management.ts';
import type { NodeChannel } from '../../lightning/node-port.ts';
import { parsePeerAddress } from '../../lightning/peer-address.ts';
import { hiddenField, textField } from '../../web/pages/controls.ts';
import { formIdField, newFormId, readFormId } from '../../web/pages/idempotent-form.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { openChannelOnce } from '../change-channel.ts';
import {
  MAX_RESERVE_SAT,
  MIN_CHANNEL_SAT,
  OPENING_VBYTES,
  RESERVE_PER_CHANNEL_SAT,
} from '../limits.ts';
import {
  type ActionPage,
  type ActionQuestion,
  ASK_AGAIN,
  again,
  done,
  operatorOf,
  problem,
  typedOf,
  unlessUnanswered,
} from './action-pages.ts';
import { FUND_NODE_PATH, NODE_PATH, OPEN_CHANNEL_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

const FIELDS = ['peer', 'amount', 'rate'] as const;

/**
 * The action that opens a channel. After the first form, the page shows all facts for what was
 * typed, and only the second form opens the channel.
 */
export const openChannelPage: ActionPage<NodeManagement> = {
  path: OPEN_CHANNEL_PATH,
  section: 'node',
  back: NODE_PATH,
  fields: FIELDS,
  find: async ({ operator }) => operator.management,
  ask: async (request, management, deps) => {
    const wallet = await management.walletBalance();
    const mostSat = mostForChannel(wallet);
    if (mostSat < MIN_CHANNEL_SAT) return noMoneyQuestion(request.texts, wallet);
    const order = readOrder(request, mostSat);
    if (!order.ok || wantsChange(request)) return typeQuestion(request, mostSat);
    return await reviewQuestion(deps, request, { order: order.value, wallet, management });
  },
  act: async ({ actions }, request, management) => {
    const words = request.texts.actions.openChannel;
    const mostSat = mostForChannel(await management.walletBalance());
    const formId = readFormId(request.form);
    const order = readOrder(request, mostSat);
    if (!order.ok) return again(wrongText(request.texts, order.refusal, mostSat));
    if (wantsChange(request) || !FORM_ID.test(formId)) return ASK_AGAIN;
    const deps = { ...actions, management };
    const opened = await unlessUnanswered(() =>
      openChannelOnce(deps, operatorOf(request), order.value, formId),
    );
    if (opened === null) return problem(words.repeated);
    if (opened === 'unanswered') return problem(words.unknown);
    return opened.kind === 'begun'
      ? done(words.done)
      : problem(words.refused({ why: opened.detail }));
  },
};

const FORM_ID = /^[0-9a-f]{32}$/;

const wantsChange = ({ form }: UserPageRequest): boolean => form.text('change') !== '';

/**
 * The largest amount for a new channel: the node's bitcoin, without what it must keep back for each
 * channel.
 */
function mostForChannel({ confirmedSat, reservedSat }: WalletBalance): Sat {
  const most = confirmedSat - reserveWithOneMore(reservedSat);
  return sat(most > 0n ? most : 0n);
}

function reserveWithOneMore(reservedSat: bigint): bigint {
  const more = reservedSat + RESERVE_PER_CHANNEL_SAT;
  if (more <= MAX_RESERVE_SAT) return more;
  return reservedSat > MAX_RESERVE_SAT ? reservedSat : MAX_RESERVE_SAT;
}

type WrongOrder = 'peer' | 'amount' | 'amountLow' | 'amountHigh' | 'rate';

function readOrder(request: UserPageRequest, mostSat: Sat): Result<ChannelOrder, WrongOrder> {
  const peer = parsePeerAddress(typedOf(request, 'peer'));
  if (peer === null) return refuse('peer');
  const amountSat = readSat(request.texts.format.readDigits(typedOf(request, 'amount')));
  if (amountSat === null) return refuse('amount');
  if (amountSat < MIN_CHANNEL_SAT) return refuse('amountLow');
  if (amountSat > mostSat) return refuse('amountHigh');
  const satPerVbyte = readFeeRate(request);
  if (satPerVbyte === 'wrong') return refuse('rate');
  return accept({ peerPubkey: peer.pubkey, host: peer.host, amountSat, satPerVbyte });
}

/** Reads a fee rate from the form; null if the node is to choose one. */
export function readFeeRate(request: UserPageRequest): bigint | null | 'wrong' {
  const text = typedOf(request, 'rate').trim();
  if (text === '') return null;
  const rate = /^\d{1,6}$/.test(text) ? BigInt(text) : 0n;
  return rate >= 1n && rate <= MAX_SAT_PER_VBYTE ? rate : 'wrong';
}

function wrongText({ actions, format }: PageTexts, wrong: WrongOrder, mostSat: Sat): string {
  const words = actions.openChannel.wrong;
  switch (wrong) {
    case 'peer':
    case 'amount':
      return words[wrong];
    case 'amountLow':
      return words.amountLow({ least: format.sat(MIN_CHANNEL_SAT) });
    case 'amountHigh':
      return words.amountHigh({ most: format.sat(mostSat) });
    case 'rate':
      return wrongRateText({ actions, format });
  }
}

export const wrongRateText = ({ actions, format }: Pick<PageTexts, 'actions' | 'format'>): string =>
  actions.openChannel.wrong.rate({ most: format.digits(MAX_SAT_PER_VBYTE) });

function noMoneyQuestion({ actions, format }: PageTexts, wallet: WalletBalance): ActionQuestion {
  const words = actions.openChannel;
  const { confirmedSat, unconfirmedSat } = wallet;
  const needed = MIN_CHANNEL_SAT + reserveWithOneMore(wallet.reservedSat);
  const link = (inner: Content) => html`<a href="${FUND_NODE_PATH}">${inner}</a>`;
  return {
    title: words.title,
    text: words.text,
    facts: [
      [words.there, format.amount(confirmedSat)],
      ...(unconfirmedSat > 0n ? [[words.coming, format.amount(unconfirmedSat)] as const] : []),
      [words.needed, html`${format.amount(needed)} <p class="hint">${words.noMoney({ link })}</p>`],
    ],
    submit: null,
  };
}

function typeQuestion(request: UserPageRequest, mostSat: Sat): ActionQuestion {
  const { actions, format } = request.texts;
  const words = actions.openChannel;
  const [least, most] = [format.sat(MIN_CHANNEL_SAT), format.sat(mostSat)];
  return {
    title: words.title,
    text: words.text,
    submit: words.next,
    fields: [
      textField({
        name: 'peer',
        label: words.peer,
        hint: words.peerHint,
        value: typedOf(request, 'peer'),
        autocomplete: 'off',
        isVerbatim: true,
        isRequired: true,
      }),
      textField({
        name: 'amount',
        label: words.amount,
        hint: words.amountHint({ least, most }),
        value: typedOf(request, 'amount'),
        autocomplete: 'off',
        inputMode: 'numeric',
        unit: 'sat',
        isRequired: true,
      }),
      feeRateField(request),
    ],
  };
}

export const feeRateField = (request: UserPageRequest): Html => {
  const { actions, frame } = request.texts;
  return textField({
    name: 'rate',
    label: actions.openChannel.rate,
    hint: actions.openChannel.rateHint,
    optional: frame.optional,
    value: typedOf(request, 'rate'),
    autocomplete: 'off',
    inputMode: 'numeric',
    maxLength: 6,
    unit: 'sat/vB',
  });
};

interface Reviewed {
  readonly order: ChannelOrder;
  readonly wallet: WalletBalance;
  readonly management: NodeManagement;
}

async function reviewQuestion(
  { operator, random }: OperatorPageDeps,
  request: UserPageRequest,
  { order, wallet, management }: Reviewed,
): Promise<ActionQuestion> {
  const { texts } = request;
  const { amount, sat: inSats } = texts.format;
  const words = texts.actions.openChannel.review;
  const [report, pending] = await Promise.all([operator.readNode(), management.pendingChannels()]);
  const known = [...(report.node?.channels ?? []), ...pending];
  const feeSat = order.satPerVbyte === null ? null : order.satPerVbyte * OPENING_VBYTES;
  const leftSat = wallet.confirmedSat - order.amountSat - (feeSat ?? 0n);
  const keptSat = reserveWithOneMore(wallet.reservedSat);
  return {
    title: words.title,
    text: words.text,
    facts: [
      [words.peer, html`<code class="wrapped">${order.peerPubkey}</code>`],
      [words.address, order.host === null ? words.connected : html`<bdi>${order.host}</bdi>`],
      [words.amount, amount(order.amountSat)],
      [words.fee, feeSat === null ? words.feeByNode : words.feeAbout({ amount: inSats(feeSat) })],
      [
        words.left,
        html`${amount(leftSat > 0n ? leftSat : 0n)}
          <p class="hint">${feeSat === null ? words.lessFee : null}
            ${words.kept({ amount: inSats(keptSat) })}</p>`,
      ],
      [words.ready, words.readyText],
    ],
    fields: [
      isKnown(known, order) ? html`<p class="notice warn">${words.another}</p>` : null,
      html`<p class="hint">${words.direction}</p>`,
      ...FIELDS.map((name) => hiddenField(name, typedOf(request, name))),
      formIdField(newFormId(random)),
    ],
    submit: words.submit,
    change: words.change,
  };
}

const isKnown = (
  channels: readonly Pick<NodeChannel | PendingChannel, 'peerPubkey'>[],
  { peerPubkey }: ChannelOrder,
): boolean => channels.some((channel) => channel.peerPubkey === peerPubkey);
