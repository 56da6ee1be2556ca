import { type Content, html } from '../../i18n/html.ts';
import { formatChannelPoint, parseChannelPoint } from '../../lightning/channel-point.ts';
import type { ChannelPoint, NodeManagement } from '../../lightning/node-management.ts';
import { type NodeChannel, NodeFault } from '../../lightning/node-port.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { closeChannelFor } from '../change-channel.ts';
import { CLOSING_VBYTES } from '../limits.ts';
import type { NodeReport } from '../read-node-report.ts';
import {
  type ActionPage,
  type ActionQuestion,
  again,
  done,
  operatorOf,
  problem,
  unlessUnanswered,
} from './action-pages.ts';
import { feeRateField, readFeeRate, wrongRateText } from './open-channel.ts';
import { closeChannelPath, NODE_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

interface Closed {
  readonly management: NodeManagement;
  readonly channelPoint: ChannelPoint;
}

/**
 * The action that closes an open channel. If its form is sent twice, the second request does
 * nothing, because the channel is gone.
 */
export const closeChannelPage: ActionPage<Closed> = {
  path: closeChannelPath(':channel'),
  section: 'node',
  back: NODE_PATH,
  fields: ['rate'],
  find: async ({ operator: { management } }, { params }) => {
    const channelPoint = parseChannelPoint(params.text('channel'));
    return management === null || channelPoint === null ? null : { management, channelPoint };
  },
  ask: async (request, { channelPoint }, deps) => {
    const { report, channel } = await findChannel(deps, channelPoint);
    const words = request.texts.actions.closeChannel;
    if (channel === null) return { title: words.title, text: words.gone, submit: null };
    return closeQuestion(request, report, channel);
  },
  act: async (deps, request, { management, channelPoint }) => {
    const words = request.texts.actions.closeChannel;
    const { channel } = await findChannel(deps, channelPoint);
    if (channel === null) return problem(words.gone);
    const satPerVbyte = readFeeRate(request);
    if (satPerVbyte === 'wrong') return again(wrongRateText(request.texts));
    const order = { channelPoint, satPerVbyte };
    const closed = await unlessUnanswered(() =>
      closeChannelFor({ ...deps.actions, management }, operatorOf(request), order),
    );
    if (closed === 'unanswered') return problem(words.unknown);
    return closed.kind === 'begun'
      ? done(words.done)
      : problem(words.refused({ why: closed.detail }));
  },
};

async function findChannel(
  { operator }: OperatorPageDeps,
  channelPoint: ChannelPoint,
): Promise<{ readonly report: NodeReport; readonly channel: NodeChannel | null }> {
  const report = await operator.readNode();
  if (report.node === null) throw new NodeFault('the node does not answer');
  const sought = formatChannelPoint(channelPoint);
  const isSought = (one: NodeChannel): boolean => formatChannelPoint(one.channelPoint) === sought;
  return { report, channel: report.node.channels.find(isSought) ?? null };
}

function closeQuestion(
  request: UserPageRequest,
  report: NodeReport,
  channel: NodeChannel,
): ActionQuestion {
  const { texts } = request;
  const { amount, sat } = texts.format;
  const words = texts.actions.closeChannel;
  const { peerPubkey, localSat, remoteSat, isActive } = channel;
  const [quiet, busy] = [sat(QUIET_RATE * CLOSING_VBYTES), sat(BUSY_RATE * CLOSING_VBYTES)];
  return {
    title: words.title,
    text: isActive ? words.text : words.away,
    facts: [
      [words.peer, html`<code class="wrapped">${peerPubkey}</code>`],
      [words.ours, amount(localSat)],
      [words.theirs, amount(remoteSat)],
      [words.fee, words.feeText({ quiet, busy })],
      [words.when, words.whenText],
    ],
    fields: [warningsOf(texts, report, channel), feeRateField(request)],
    submit: isActive ? words.submit : null,
    look: 'danger',
  };
}

/**
 * Typical fee rates in sat per vbyte: one for times when few transactions wait for a block, and one
 * for times when many do.
 */
const [QUIET_RATE, BUSY_RATE] = [1n, 50n];

function warningsOf(
  { actions, format }: PageTexts,
  { node, solvency }: NodeReport,
  { localSat }: NodeChannel,
): Content {
  const words = actions.closeChannel;
  const { ownedMsat, owedMsat } = solvency;
  const leftMsat = (ownedMsat ?? 0n) - localSat * 1000n;
  const [left, owed] = [format.satOf(leftMsat > 0n ? leftMsat : 0n), format.satOf(owedMsat)];
  return [
    leftMsat < owedMsat
      ? html`<p class="notice problem">${words.uncovered({ left, owed })}</p>`
      : null,
    node?.channels.length === 1 ? html`<p class="notice warn">${words.last}</p>` : null,
  ];
}
