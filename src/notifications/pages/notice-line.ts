import { deviceName } from '../../accounts/pages/device-name.ts';
import { activityPath } from '../../activity/pages/activity-paths.ts';
import { type Spenders, spenderName } from '../../activity/pages/spender-name.ts';
import { MAX_SHOWN_TEXT } from '../../approvals/limits.ts';
import { approvalPath } from '../../approvals/pages/approval-paths.ts';
import { debitSat } from '../../base/amount.ts';
import { showForeign } from '../../base/text.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { requestPath } from '../../money-requests/pages/request-paths.ts';
import { stateWord } from '../../web/pages/components.ts';
import { fiatValueText } from '../../web/pages/fiat-value.ts';
import {
  ACTIVITY_PATH,
  APPROVALS_PATH,
  REQUESTS_PATH,
  SECURITY_PATH,
  TOKENS_PATH,
} from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Notice } from '../notice.ts';

export interface ListedNotice extends Notice {
  /**
   * The price of a bitcoin when the notice was made; null where the page shows no values in a
   * currency.
   */
  readonly rate: Rate | null;
}

/**
 * Renders a notice as an item of the list. Names in it come from apps, browsers and other users.
 */
export function noticeLine(texts: PageTexts, spenders: Spenders, notice: ListedNotice): Html {
  const { title, text, path } = said(texts, spenders, notice);
  const { format, notices: words } = texts;
  return html`
    <li>
      <div class="said">
        <h2><a href="${path}">${title}</a>
          ${notice.isUnread ? stateWord('waiting', words.unread) : null}</h2>
        <p class="hint">${format.moment(notice.toldAt)}</p>
        ${text === null ? null : html`<p>${text}</p>`}
      </div>
      ${amountOf(texts, notice)}
    </li>`;
}

interface Said {
  readonly title: string;
  readonly text: Content;
  readonly path: string;
}

function said(texts: PageTexts, spenders: Spenders, notice: Notice): Said {
  const { matter, count } = notice;
  const { notices: words, format } = texts;
  const isOne = count === 1n && !notice.isMore;
  const shown = format.digits(count);
  const times = notice.isMore ? words.moreThan({ count: shown }) : shown;
  switch (matter.kind) {
    case 'received': {
      const path = isOne ? activityPath(matter.identifier) : ACTIVITY_PATH;
      const title = isOne ? words.received : words.receivedSeveral({ times });
      return { title, text: null, path };
    }
    case 'ended': {
      const { one, several, text } = matter.isPaid ? words.paid : words.notPaid;
      const path = isOne ? activityPath(matter.identifier) : ACTIVITY_PATH;
      return { title: isOne ? one : several({ count: times }), text, path };
    }
    case 'asked': {
      const title = isOne ? words.asked : words.askedSeveral({ times });
      return { title, text: null, path: isOne ? requestPath(matter.requestId) : REQUESTS_PATH };
    }
    case 'approval': {
      const name = html`<bdi>${showForeign(matter.name, MAX_SHOWN_TEXT)}</bdi>`;
      const { one, several, text } = words.approval;
      const title = isOne ? one : several({ count: times });
      return {
        title,
        text: text({ name }),
        path: isOne ? approvalPath(matter.approvalId) : APPROVALS_PATH,
      };
    }
    case 'limit': {
      const text = words.aboveLimit.text({ limit: format.inLists.sat(matter.limitSat) });
      return { title: words.aboveLimit.title, text, path: '/' };
    }
    case 'budget': {
      const { title, text } = matter.percent === 100 ? words.budgetSpent : words.budgetSoon;
      const name = spenderName(texts.records.spenders, spenders, matter.grantId);
      const isApp = spenders.get(matter.grantId)?.kind === 'app';
      const path = isApp ? `/apps/${matter.grantId}` : TOKENS_PATH;
      return { title, text: text({ name }), path };
    }
    case 'app': {
      const text = words.app.text({ name: html`<bdi>${matter.name}</bdi>` });
      return { title: words.app.title, text, path: `/apps/${matter.grantId}` };
    }
    case 'sign_in': {
      const text = words.signIn.text({
        device: html`<bdi>${deviceName(texts.security.device, matter.device)}</bdi>`,
        address: html`<bdi>${matter.address}</bdi>`,
      });
      return { title: words.signIn.title, text, path: SECURITY_PATH };
    }
    case 'webhook_off': {
      const text = words.webhookOff.text({ url: html`<bdi>${matter.url}</bdi>` });
      return { title: words.webhookOff.title, text, path: `/webhooks/${matter.endpointId}` };
    }
    case 'alarm':
      return { ...words.alarm, path: '/operate/alarms' };
  }
}

function amountOf(texts: PageTexts, { matter, amountMsat, rate }: ListedNotice): Html | null {
  if (amountMsat === null) return null;
  if (matter.kind === 'ended' && !matter.isPaid) return null;
  if (matter.kind === 'approval')
    return html`<div><p>${texts.format.inLists.amount(debitSat(amountMsat))}</p></div>`;
  const direction = matter.kind === 'received' ? 'incoming' : 'outgoing';
  const amountSat = amountMsat / 1000n;
  return html`<div>
    <p>${texts.format.inLists.signed(direction, amountSat)}</p>
    ${rate && html`<p class="faint worth">${fiatValueText(texts, rate, amountSat)}</p>`}
  </div>`;
}
