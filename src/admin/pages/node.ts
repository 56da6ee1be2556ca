import { debitSat, type Msat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { NodeChannel } from '../../lightning/node-port.ts';
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
import { code } from '../../web/pages/message-tags.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { drawBar } from '../../web/pages/stacked-bar.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { SHOWN_CHANNELS } from '../limits.ts';
import type { NodeReport, NodeStanding } from '../read-node-report.ts';
import { capacityCard } from './capacity-card.ts';
import { ALARMS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { paymentStopLink } from './payment-stop-link.ts';

/** Shows what `satchel node` prints, with what to do about it; it changes nothing. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: '/operate/node',
  access: 'admin',
  handle: async ({ operator }, { texts }) => {
    const words = texts.node;
    const [report, openAlarms] = await Promise.all([
      operator.readNode(),
      operator.countOpenAlarms(),
    ]);
    return showPage({
      title: words.title,
      section: 'node',
      main: html`
        ${pageHead(words.title, words.lead)}
        ${standingCard(texts, report)}
        ${capacityCard(texts, report)}
        ${report.comparison === null ? null : comparisonCard(texts, report.differences)}
        ${nodeCard(texts, report.node)}
        ${report.node === null ? null : channelsCard(texts, report.node.channels)}
        ${alarmsCard(texts, openAlarms)}`,
    });
  },
};

export const adminNodePages: readonly Page<OperatorPageDeps>[] = [show];

type Words = PageTexts['node'];

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
  differences: readonly NodeDifference[],
): Html {
  return card(
    words.title,
    html`
      <p>${differences.length === 0 ? words.comparing : words.differs}</p>
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

function nodeCard({ format, node: { info: words } }: PageTexts, node: NodeStanding | null): Html {
  if (node === null) {
    return card(
      words.title,
      html`<p>${stateWord('bad', words.noAnswer)}</p>
        <p class="faint">${words.meanwhile}</p>`,
    );
  }
  const { info, balances } = node;
  const sats = satsWith(format);
  return card(
    words.title,
    facts([
      [words.name, info.alias === '' ? '–' : info.alias],
      [words.publicKey, html`<code>${info.pubkey}</code>`],
      [words.network, info.network],
      [words.version, info.version],
      [
        words.chain,
        html`${
          info.synced ? stateWord('good', words.synced) : stateWord('waiting', words.catchingUp)
        } <span class="faint">${words.block({ height: format.digits(info.blockHeight) })}</span>`,
      ],
      [words.canSend, sats(balances.localMsat)],
      [words.canReceive, sats(balances.remoteMsat)],
    ]),
  );
}

function channelsCard(texts: PageTexts, channels: readonly NodeChannel[]): Html {
  const { amount, digits } = texts.format;
  const words = texts.node.channels;
  const [shown, all] = [digits(SHOWN_CHANNELS), digits(channels.length)];
  if (channels.length === 0) return card(words.title, html`<p class="faint">${words.none}</p>`);
  return card(
    words.title,
    html`
      ${channels.length > SHOWN_CHANNELS ? html`<p>${words.some({ shown, all, code })}</p>` : null}
      ${table({
        caption: words.caption,
        columns: [
          { name: words.peer },
          { name: words.state },
          { name: words.ours, isFigure: true },
          { name: words.theirs, isFigure: true },
        ],
        rows: channels
          .slice(0, SHOWN_CHANNELS)
          .map((channel) => [
            peerCell(texts, channel),
            channel.isActive
              ? stateWord('good', words.active)
              : stateWord('waiting', words.inactive),
            amount(channel.localSat),
            amount(channel.remoteSat),
          ]),
      })}`,
  );
}

const peerCell = (texts: PageTexts, channel: NodeChannel): Html =>
  html`<div class="channel"><code>${channel.peerPubkey}</code>${sides(texts, channel)}</div>`;

/** Both sides of a channel; what belongs to neither is reserved or on its way. */
function sides({ format, node }: PageTexts, channel: NodeChannel): Html {
  const { ours, theirs } = node.channels;
  const { capacitySat, localSat, remoteSat } = channel;
  const part = (name: string, look: 'ours' | 'theirs', value: bigint) => {
    const shown = format.sat(value);
    return { name, look, value, shown };
  };
  const parts = [part(ours, 'ours', localSat), part(theirs, 'theirs', remoteSat)];
  const title = parts.map(({ name, shown }) => `${name}: ${shown}`).join(', ');
  return drawBar({ title, whole: capacitySat, parts });
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
