import { debitSat, type Msat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { NodeDifference } from '../../node/comparison-store.ts';
import {
  card,
  commandExample,
  facts,
  pageHead,
  stateWord,
  table,
} from '../../web/pages/components.ts';
import type { Formatters } from '../../web/pages/formatters.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type FirstSat, readNodeSteps } from '../node-steps.ts';
import { type ManagedNode, readManagedNode } from '../read-managed-node.ts';
import type { Comparing, NodeReport, NodeStanding } from '../read-node-report.ts';
import { capacityCard } from './capacity-card.ts';
import { hotExcessCard } from './hot-excess-card.ts';
import { nodeBitcoinCard } from './node-bitcoin-card.ts';
import { channelBackupCard, nodeChannelsCard } from './node-channels-card.ts';
import { nodeRoomCard } from './node-room-card.ts';
import { nodeStateCard } from './node-state-card.ts';
import { nodeStepsCard } from './node-steps-card.ts';
import { ALARMS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { paymentStopLink } from './payment-stop-link.ts';

/**
 * The page about the node. It shows what the command `satchel node` prints, and links to what can
 * be done. The page itself changes nothing.
 */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: '/operate/node',
  access: 'admin',
  handle: async (deps, { texts, user }) => {
    const { operator, operatorStores, clock } = deps;
    const words = texts.node;
    const { management } = operator;
    const [report, excess, openAlarms, managed, firstSat, kept] = await Promise.all([
      operator.readNode(),
      operator.readHotExcess(),
      operator.countOpenAlarms(),
      management === null ? null : readManagedNode(management),
      operatorStores.firstSat.readFirstSat(user.id),
      management === null ? null : operator.channelBackupFile.read(),
    ]);
    const { node, solvency } = report;
    const pending = management === null ? null : (managed?.pending ?? []);
    // A service is new if its node has no channels and it owes nothing to users. There is no money
    // to show then.
    const isNew = node?.channels.length === 0 && solvency.owedMsat === 0n;
    const moneyPart = html`
      ${livePart('money', standingCard(texts, report))}
      ${livePart('advice', html`${isNew ? null : capacityCard(texts, report)}`)}
      ${
        report.comparison === null
          ? null
          : livePart('comparison', comparisonCard(texts, report.comparison, report.differences))
      }`;
    return showPage({
      title: words.title,
      section: 'node',
      looksAgain: true,
      main: html`
        ${pageHead(words.title, words.lead)}
        ${livePart('steps', stepsPart(texts, node, managed, firstSat))}
        ${isNew ? null : moneyPart}
        ${livePart(
          'node',
          html`
            ${node === null ? null : nodeRoomCard(texts, node, management !== null)}
            ${excess === null ? null : hotExcessCard(texts, excess)}
            ${management === null ? null : nodeBitcoinCard(texts, managed)}
            ${node === null ? null : nodeChannelsCard(texts, node.channels, pending)}
            ${management === null ? null : channelBackupCard(texts, kept)}
            ${nodeStateCard(texts, node, clock.now())}`,
        )}
        ${isNew ? moneyPart : null}
        ${alarmsCard(texts, openAlarms)}`,
    });
  },
};

export const adminNodePages: readonly Page<OperatorPageDeps>[] = [show];

type Words = PageTexts['node'];

function stepsPart(
  texts: PageTexts,
  node: NodeStanding | null,
  managed: ManagedNode | null,
  firstSat: FirstSat,
): Html {
  if (node === null || managed === null) return html``;
  const states = readNodeSteps({ ...node, ...managed, ...firstSat });
  return states === null ? html`` : nodeStepsCard(texts, states);
}

function standingCard(texts: PageTexts, report: NodeReport): Html {
  const { format } = texts;
  const { money: words } = texts.node;
  const { stops, solvency, books, pending } = report;
  const sats = satsWith(format);
  const heldSat = pending.reduce((sum, payment) => sum + BigInt(payment.heldSat), 0n);
  return card(
    words.title,
    html`
      ${facts([
        [
          words.payments,
          stops.length === 0
            ? stateWord('good', words.allowed)
            : html`${stateWord('bad', words.stopped)}
                ${stops.map((why) => html`<p><bdi>${why}</bdi></p>`)}`,
        ],
        [words.solvency, solvencyState(words, solvency.isCovered)],
        [words.holds, solvency.ownedMsat === null ? words.unknown : sats(solvency.ownedMsat)],
        [words.owes, sats(solvency.owedMsat)],
        [words.wallets, sats(solvency.walletsMsat)],
        [words.held, sats(solvency.heldNotInFlightMsat)],
        [words.unclaimed, sats(solvency.unclaimedMsat)],
        [
          words.pending,
          pending.length === 0
            ? words.none
            : words.pendingFor({
                count: format.digits(pending.length),
                amount: format.sat(heldSat),
              }),
        ],
        [words.books, booksState(words, format, books)],
      ])}
      ${stops.length === 0 ? null : html`<p class="hint">${words.internal}</p>`}
      ${paymentStopLink(texts, report.storedStops)}`,
  );
}

function solvencyState(words: Words['money'], isCovered: boolean | null): Html {
  if (isCovered === null) return stateWord('waiting', words.noAnswer);
  return isCovered ? stateWord('good', words.covered) : stateWord('bad', words.notCovered);
}

function booksState(
  words: Words['money'],
  { moment }: Formatters,
  books: NodeReport['books'],
): Content {
  if (books === null) return stateWord('waiting', words.notChecked);
  const { findingsCount, transfersCount, checkedAt } = books;
  const checked = words.checked({ count: Number(transfersCount), time: moment(checkedAt) });
  return html`${
    findingsCount === 0
      ? stateWord('good', words.balanced)
      : stateWord('bad', words.findings({ count: findingsCount }))
  } <span class="faint">${checked}</span>`;
}

function comparisonCard(
  { format, frame, node: { comparison: words } }: PageTexts,
  { awaitsChain }: Comparing,
  differences: readonly NodeDifference[],
): Html {
  return card(
    words.title,
    html`
      <p>${differences.length === 0 ? words.comparing : words.differs}</p>
      ${awaitsChain ? html`<p>${words.awaitsChain}</p>` : null}
      ${commandExample(frame, 'node bin/satchel.js node release')}
      ${
        differences.length === 0
          ? null
          : table({
              caption: words.caption,
              columns: [
                { name: words.when },
                { name: words.what },
                { name: words.paymentHash },
                { name: words.amount, isFigure: true },
              ],
              rows: differences.map((one) => [
                format.moment(one.happenedAt),
                words.done({ kind: words.kinds[one.kind], state: words.states[one.state] }),
                html`<code>${one.paymentHash}</code>`,
                format.amount(debitSat(one.amountMsat)),
              ]),
            })
      }`,
  );
}

const alarmsCard = ({ format, node: { alarms: words } }: PageTexts, openAlarms: number): Html =>
  card(
    words.title,
    html`<p><a href="${ALARMS_PATH}">${
      openAlarms === 0 ? words.none : words.open({ count: format.digits(openAlarms) })
    }</a></p>`,
  );

const satsWith =
  ({ amount }: Formatters) =>
  (amountMsat: Msat): Html =>
    amount(debitSat(amountMsat));
