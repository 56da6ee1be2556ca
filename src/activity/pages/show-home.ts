/**
 * Draws the start page of a signed-in user: the balance, what can be done, and the newest
 * movements.
 */

import { approvalHint } from '../../approvals/pages/approval-hint.ts';
import {
  type Custody,
  excessSat,
  leftToSend,
  spendableSat,
} from '../../authorization/user-limits.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { OnchainRules } from '../../onchain/look-at-chain.ts';
import type { Approval } from '../../payments/approval.ts';
import { PLAY_PATH } from '../../receive/pages/play-paths.ts';
import { scanLink } from '../../send/pages/scan.ts';
import { card, copyButton } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { dayEndText } from '../../web/pages/day-end.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { icon } from '../../web/pages/icons.ts';
import { livePart } from '../../web/pages/live-part.ts';
import { type Listening, type ShownPage, showPage } from '../../web/pages/page.ts';
import { ACTIVITY_PATH, ADDRESS_PATH, RECEIVE_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../../webhooks/endpoint.ts';
import { webhookTrouble } from '../../webhooks/pages/webhook-trouble.ts';
import type { ActivityLine } from './activity-line.ts';
import { activityDays, activityLines } from './activity-list.ts';
import { HIDE_AMOUNTS_PATH, WAITING_PATH } from './activity-paths.ts';
import { firstMoney } from './first-money.ts';
import type { LineNames } from './line-names.ts';
import type { LineRates } from './line-values.ts';
import type { Spenders } from './spender-name.ts';
import { type StatusBanner, statusBanner } from './status-banner.ts';

export interface HomePage extends StatusBanner {
  readonly live: Listening;
  readonly csrfToken: string;
  readonly custody: Custody;
  /** The price of a bitcoin in the currency that the reader chose; null if they chose none. */
  readonly rate: Rate | null;
  /** Whether payments to other services over Lightning are stopped at present. */
  readonly isStopped: boolean;
  readonly isPlay: boolean;
  /** The user's lightning address; null if they have not chosen one yet. */
  readonly lightningAddress: string | null;
  /** The newest entries of the wallet, as lines of a list. */
  readonly lines: readonly ActivityLine[];
  /** Lines for deposits and payments under way. */
  readonly pending: readonly ActivityLine[];
  /** The number of the user's open invoices, which no one has paid yet. */
  readonly waitingCount: number;
  /** Payments that wait for the approval of the user. */
  readonly asking: readonly Approval[];
  readonly spenders: Spenders;
  readonly rates: LineRates;
  readonly names: LineNames;
  /**
   * The rules that say when deposits are credited; null if the service has no bitcoin addresses.
   */
  readonly rules: OnchainRules | null;
  /** The user's webhook endpoints to which nothing is delivered at the moment. */
  readonly troubled: readonly Endpoint[];
}

export function showHome(texts: PageTexts, home: HomePage): ShownPage {
  const { live, troubled } = home;
  const words = texts.home;
  const isNew = isNewWallet(home);
  return showPage({
    title: words.title,
    section: 'home',
    live,
    main: html`
      <h1 class="unseen">${words.title}</h1>
      ${statusBanner(texts, home)}
      ${webhookTrouble(texts, troubled)}
      ${
        home.isPlay && !isNew
          ? html`<p class="notice"><a href="${PLAY_PATH}">${texts.play.link}</a></p>`
          : null
      }
      ${livePart('balance', html`${approvalHint(texts, home.asking)}${renderBalance(texts, home)}`)}
      ${postForm({
        id: EYE_FORM,
        action: HIDE_AMOUNTS_PATH,
        csrfToken: home.csrfToken,
        fields: null,
        submit: null,
        isHidden: true,
      })}
      ${livePart(
        'movements',
        html`${isNew ? firstMoney(texts, home) : null}${renderNewest(texts, home)}`,
      )}
      ${card(
        words.connect.title,
        html`
          <p>${words.connect.text}</p>
          <p class="actions">${linkButton(words.connect.apps, '/apps')}</p>`,
      )}`,
  });
}

/** Whether the wallet never received money. Its list can then contain only failed payments. */
const isNewWallet = ({ custody, lines, pending }: HomePage): boolean =>
  spendableSat(custody) === 0n &&
  pending.length === 0 &&
  lines.every(({ state }) => state === 'failed');

const renderBalance = (texts: PageTexts, home: HomePage): Html => {
  const { format, frame, home: words } = texts;
  const { inLists } = format;
  const { heldSat } = home.custody;
  const balanceSat = spendableSat(home.custody);
  const { lightningAddress } = home;
  const heldText = heldSat === 0n ? null : words.held({ amount: inLists.sat(heldSat) });
  const left = leftToSend(home.custody);
  // Whether the limit on sending allows the user to send the whole balance today. The page calls
  // the balance spendable only then, and only if payments to other services are possible.
  const isWhole = balanceSat > 0n && (left === null || left >= balanceSat);
  const isOpen = !home.isStopped && !home.isNodeAway;
  const spendable = heldText ?? (isWhole && isOpen ? words.allSpendable : null);
  return html`
  <section class="card balance" aria-label="${words.balance}">
    <p class="eyebrow">${words.balance}</p>
    <div class="balance-line">
      <p>${inLists.amount(balanceSat)}</p>
      ${eyeButton(texts)}
    </div>
    ${fiatValue(texts, home.rate, balanceSat, home.now)}
    ${spendable && html`<p class="faint">${spendable}</p>`}
    ${home.isStopped ? html`<p class="faint">${texts.send.stopped}</p>` : null}
    ${renderLimits(texts, home)}
    <p class="actions">
      ${linkButton(words.receive, RECEIVE_PATH, 'main')} ${linkButton(words.send, '/send')}
      ${scanLink(texts)}
    </p>
    ${lightningAddress === null ? null : renderAddress(frame, words, lightningAddress)}
  </section>`;
};

/**
 * The id of the form that hides amounts. The form stands outside the parts of the page that a
 * script replaces, because each copy of the page has another form token.
 */
const EYE_FORM = 'eye';

const eyeButton = ({ format: { hidesAmounts }, home: words }: PageTexts): Html => html`
  <button type="submit" class="reveal" form="${EYE_FORM}" name="hide"
    value="${hidesAmounts ? 'no' : 'yes'}" aria-label="${words.hideAmounts}"
    title="${words.hideAmounts}" aria-pressed="${String(hidesAmounts)}"
    >${icon(hidesAmounts ? 'hidden' : 'eye')}</button>`;

/** Shows the limits that apply to the user in this service; nothing if there are none. */
const renderLimits = (
  { format, home: words }: PageTexts,
  { custody, now }: Pick<HomePage, 'custody' | 'now'>,
): Html => {
  const { maxBalanceSat, maxSendDaySat } = custody.limits;
  const { inLists } = format;
  const excess = excessSat(custody);
  const left = leftToSend(custody);
  const { above, maxBalance, maxSendDay } = words.limits;
  return html`
    ${excess === 0n ? null : html`<p class="notice">${above({ amount: inLists.sat(excess) })}</p>`}
    ${
      maxBalanceSat === null
        ? null
        : html`<p class="faint">${maxBalance({ amount: inLists.sat(maxBalanceSat) })}</p>`
    }
    ${
      maxSendDaySat === null || left === null
        ? null
        : html`<p class="faint">${maxSendDay({
            amount: inLists.sat(maxSendDaySat),
            left: inLists.sat(left),
            time: dayEndText(format, now),
          })}</p>`
    }`;
};

const renderAddress = (
  frame: PageTexts['frame'],
  words: PageTexts['home'],
  address: string,
): Html => html`
  <p class="own-address">
    <span>${words.address} <a href="${ADDRESS_PATH}">${address}</a></span>
    ${copyButton(frame, address)}
  </p>`;

const renderNewest = (texts: PageTexts, { lines, pending, now, ...home }: HomePage): Content => {
  const { activity, home: words } = texts;
  const { spenders, rates, names, rules, waitingCount: count } = home;
  if (lines.length === 0 && pending.length === 0 && count === 0) return null;
  const list = { lines, spenders, rates, names, rules, now, headings: 'h3' } as const;
  return html`
    <section class="card" aria-labelledby="newest">
      <div class="split">
        <h2 id="newest">${words.newest}</h2>
        <a href="${ACTIVITY_PATH}">${words.all}</a>
      </div>
      ${count === 0 ? null : html`<p><a href="${WAITING_PATH}">${words.waiting({ count })}</a></p>`}
      ${
        pending.length === 0
          ? null
          : html`<section class="day">
              <h3>${activity.pendingTitle}</h3>${activityLines(texts, list, pending)}
            </section>`
      }
      ${activityDays(texts, list)}
    </section>`;
};
