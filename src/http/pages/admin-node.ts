import { debitSat, type Msat } from '../../base/amount.ts';
import { SHOWN_ALARMS, SHOWN_CHANNELS } from '../../base/limits.ts';
import type { NodeChannel } from '../../lightning/node-port.ts';
import type { StoredAlarm } from '../../operations/alarm-store.ts';
import type { NodeDifference } from '../../operations/comparison-store.ts';
import type { NodeReport, NodeStanding } from '../../usecases/operations/read-node-report.ts';
import { amount, groupDigits, moment, satText } from './kit/figures.ts';
import { type Content, type Html, html } from './kit/html.ts';
import { showPage, type UserPage } from './kit/page.ts';
import { card, commandExample, facts, pageHead, stateWord, table } from './kit/pieces.ts';
import type { PageTexts } from './texts/en.ts';

/** The same as `satchel node` and `satchel alarms`; it changes nothing. */
export const page: UserPage = {
  method: 'GET',
  path: '/admin/node',
  access: 'admin',
  handle: async ({ operator }, { texts }) => {
    const [report, alarms] = await Promise.all([
      operator.readNode(),
      operator.listAlarms(SHOWN_ALARMS),
    ]);
    return showPage({
      title: 'Node',
      section: 'node',
      main: html`
        ${pageHead('Node', 'The Lightning node, and whether it covers what this service owes.')}
        ${standingCard(report)}
        ${report.comparison === null ? null : comparisonCard(texts, report.differences)}
        ${nodeCard(report.node)}
        ${report.node === null ? null : channelsCard(report.node.channels)}
        ${alarmsCard(alarms)}`,
    });
  },
};

function standingCard({ stops, solvency, books, pending }: NodeReport): Html {
  const heldSat = pending.reduce((sum, payment) => sum + BigInt(payment.heldSat), 0n);
  return card(
    'Money',
    html`
      ${facts([
        [
          'Payments over the node',
          stops.length === 0
            ? stateWord('good', 'May leave')
            : html`${stateWord('bad', 'Stopped')}${stops.map((why) => html`<p>${why}</p>`)}`,
        ],
        ['Solvency', solvencyState(solvency.isCovered)],
        ['The node holds', solvency.ownedMsat === null ? 'Not known' : sats(solvency.ownedMsat)],
        ['This service owes', sats(solvency.owedMsat)],
        ['of it in wallets', sats(solvency.walletsMsat)],
        ['of it held, not yet sent', sats(solvency.heldNotInFlightMsat)],
        ['of it unclaimed', sats(solvency.unclaimedMsat)],
        [
          'Payments under way',
          pending.length === 0
            ? 'None'
            : `${groupDigits(pending.length)}, ${satText(heldSat)} held for them`,
        ],
        ['Books', booksState(books)],
      ])}
      ${
        stops.length === 0
          ? null
          : html`<p class="hint">Payments between wallets of this service go on.</p>`
      }`,
  );
}

function solvencyState(isCovered: boolean | null): Html {
  if (isCovered === null) return stateWord('waiting', 'The node does not answer');
  return isCovered ? stateWord('good', 'Covered') : stateWord('bad', 'Not covered');
}

function booksState(books: NodeReport['books']): Content {
  if (books === null) return stateWord('waiting', 'Not checked yet');
  const { findingsCount, transfersCount, checkedAt } = books;
  return html`${
    findingsCount === 0
      ? stateWord('good', 'Balance')
      : stateWord('bad', `Do not balance: ${groupDigits(findingsCount)} findings`)
  } <span class="faint">${groupDigits(transfersCount)} transfers, checked ${moment(
    checkedAt,
  )}</span>`;
}

const comparisonCard = (texts: PageTexts, differences: readonly NodeDifference[]): Html =>
  card(
    'After the restore',
    html`
      <p>${
        differences.length === 0
          ? 'The node and the database are being compared. If nothing was ever missing here, ' +
            'payments leave again by themselves, after about a minute. If something was, they ' +
            'wait until you let them leave:'
          : 'The node did what the database does not know. Nothing of it is sent again or ' +
            'booked. When you have looked at it, let payments leave again:'
      }</p>
      ${commandExample(texts.frame, 'node bin/satchel.js node release')}
      ${
        differences.length === 0
          ? null
          : table({
              caption: 'What the database does not know',
              columns: [
                { name: 'When' },
                { name: 'What' },
                { name: 'Payment hash' },
                { name: 'Amount', isFigure: true },
              ],
              rows: differences.map((one) => [
                moment(one.happenedAt),
                `${one.kind === 'payment' ? 'Paid' : 'Received'}, ${one.state.replace('_', ' ')}`,
                html`<code>${one.paymentHash}</code>`,
                amount(debitSat(one.amountMsat)),
              ]),
            })
      }`,
  );

function nodeCard(node: NodeStanding | null): Html {
  if (node === null) {
    return card(
      'Node',
      html`<p>${stateWord('bad', 'Does not answer')}</p>
        <p class="faint">Wallets can pay each other meanwhile; what arrives is credited later.</p>`,
    );
  }
  const { info, balances } = node;
  return card(
    'Node',
    facts([
      ['Name', info.alias === '' ? '–' : info.alias],
      ['Public key', html`<code>${info.pubkey}</code>`],
      ['Network', info.network],
      ['Version', info.version],
      [
        'Chain',
        html`${
          info.synced ? stateWord('good', 'Synced') : stateWord('waiting', 'Catching up')
        } <span class="faint">block ${groupDigits(info.blockHeight)}</span>`,
      ],
      ['Can send', sats(balances.localMsat)],
      ['Can receive', sats(balances.remoteMsat)],
    ]),
  );
}

const channelsCard = (channels: readonly NodeChannel[]): Html =>
  card(
    'Channels',
    channels.length === 0
      ? html`<p class="faint">There is none: nothing can be sent or received.</p>`
      : html`
        ${
          channels.length > SHOWN_CHANNELS
            ? html`<p>${groupDigits(SHOWN_CHANNELS)} of ${groupDigits(channels.length)} are
                shown; <code>satchel node</code> lists all.</p>`
            : null
        }
        ${table({
          caption: 'Channels and their sides',
          columns: [
            { name: 'Peer' },
            { name: 'State' },
            { name: 'Ours', isFigure: true },
            { name: 'Theirs', isFigure: true },
          ],
          rows: channels
            .slice(0, SHOWN_CHANNELS)
            .map((channel) => [
              html`<code>${channel.peerPubkey}</code>`,
              channel.isActive ? stateWord('good', 'Active') : stateWord('waiting', 'Inactive'),
              amount(channel.localSat),
              amount(channel.remoteSat),
            ]),
        })}`,
  );

const alarmsCard = (alarms: readonly StoredAlarm[]): Html =>
  card(
    'Alarms',
    alarms.length === 0
      ? html`<p class="faint">There is none.</p>`
      : table({
          caption: 'Alarms, newest first',
          columns: [{ name: 'Last seen' }, { name: 'What' }, { name: 'About' }],
          rows: alarms.map(({ kind, subject, detail, count, lastAt }) => [
            moment(lastAt),
            html`<div>${detail}<p class="hint">${kind.replaceAll('_', ' ')}${
              count > 1 ? `, ${groupDigits(count)} times` : ''
            }</p></div>`,
            html`<code>${subject}</code>`,
          ]),
        }),
  );

const sats = (amountMsat: Msat): Html => amount(debitSat(amountMsat));
