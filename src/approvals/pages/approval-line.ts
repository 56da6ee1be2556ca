import { deviceName } from '../../accounts/pages/device-name.ts';
import { debitSat } from '../../base/amount.ts';
import { showForeign } from '../../base/text.ts';
import { keyEnds, shownTarget } from '../../contacts/pages/shown-target.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { readBolt11 } from '../../lightning/bolt11-decode.ts';
import type { Approval } from '../../payments/approval.ts';
import { payableOf } from '../../payments/ask-for-keysends.ts';
import { icon } from '../../web/pages/icons.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { stateAt } from '../approval-state.ts';
import type { AskingSpender } from '../asking-spender.ts';
import { MAX_SHOWN_TEXT } from '../limits.ts';
import { approvalPath } from './approval-paths.ts';
import { spenderName } from './spender-words.ts';

export interface ListedApproval {
  readonly approval: Approval;
  /** Who has asked; null where nothing is known of them any more. */
  readonly spender: AskingSpender | null;
}

/** A line of a list for a payment that waits for approval, or that was decided. */
export function approvalLine(
  texts: PageTexts,
  { approval, spender }: ListedApproval,
  now: Date,
): Html {
  const { id, amountMsat } = approval;
  const state = stateAt(approval, now);
  const look = LOOKS[state];
  return html`
    <a class="movement ${look}" href="${approvalPath(id)}">
      ${icon(look === 'settled' ? 'outgoing' : look)}
      <span class="what">
        <span class="title" dir="auto">${titleOf(texts, approval)}</span>
        <span class="hint wraps">${saidOf(texts, approval, now)}<br>
          ${spenderName(texts, spender)}</span>
      </span>
      <span class="how-much">${texts.format.inLists.amount(debitSat(amountMsat))}</span>
    </a>`;
}

const LOOKS = {
  waiting: 'pending',
  approved: 'settled',
  refused: 'failed',
  expired: 'failed',
  withdrawn: 'failed',
  failed: 'failed',
} as const;

/** What is paid, in the words of the payee; else whom it goes to. */
function titleOf({ approvals: words }: PageTexts, { planned: { order } }: Approval): Content {
  switch (order.kind) {
    case 'bolt11': {
      const { sentTo, bolt11 } = order;
      if (sentTo !== null) return html`<bdi>${shownTarget(sentTo.payee)}</bdi>`;
      const read = readBolt11(bolt11);
      const said = read.ok ? showForeign(read.value.description ?? '', MAX_SHOWN_TEXT) : '';
      return said === '' ? words.invoice : html`<bdi>${said}</bdi>`;
    }
    case 'keysend':
      return html`<code>${keyEnds(order.destination)}</code>`;
    case 'keysends':
      return words.several({ count: payableOf(order.items).length });
    case 'onchain':
      return html`<code>${order.address}</code>`;
  }
}

/** How an approval stands: until when it waits, or how, when and where it was decided. */
export function saidOf(texts: PageTexts, approval: Approval, now: Date): Content {
  const { approvals: words, format, security } = texts;
  const { expiresAt, endedAt, endedOn } = approval;
  const state = stateAt(approval, now);
  const time = format.moment(endedAt ?? expiresAt);
  switch (state) {
    case 'waiting':
    case 'expired':
    case 'withdrawn':
      return words.states[state]({ time });
    case 'approved':
    case 'refused':
    case 'failed': {
      const device = html`<bdi>${deviceName(security.device, endedOn ?? '')}</bdi>`;
      return words.decided[state]({ time, device });
    }
  }
}
