import { notifyUser } from '../../accounts/notify-user.ts';
import { readSpenders } from '../../activity/pages/spender-name.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import { watchWallet } from '../../web/live/live.ts';
import { card, emptyState, pageHead } from '../../web/pages/components.ts';
import { postForm, selectField } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { NOTICES_PATH } from '../../web/pages/paths.ts';
import { readerRatesAt } from '../../web/pages/reader-rate.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { countUnread } from '../../web/pages/unread-notices.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  NOTICE_KINDS,
  NOTICE_WAYS,
  type Notice,
  type NoticeKind,
  type NoticeWay,
  type NoticeWays,
  noticeKindsFor,
} from '../notice.ts';
import { devicesCard, PUSH_SCRIPT } from './devices.ts';
import { noticeLine } from './notice-line.ts';
import type { NoticePageDeps } from './notice-page-deps.ts';
import { NOTICE_WAYS_PATH } from './notice-paths.ts';

/**
 * The page with a user's notices, newest first, and the form for how the user wants to be notified.
 */
const show: UserPage<NoticePageDeps> = {
  method: 'GET',
  path: NOTICES_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, texts, session } = request;
    const words = texts.notices;
    const hasMail = getsMail(deps, user);
    const readUpTo = await takeUnread(deps, user.id);
    const live = await watchWallet(deps, request);
    const inbox = await deps.noticeInboxes.readInbox(user.id);
    const resumed = readResumedForm(request);
    const wayOf = (kind: NoticeKind) => readWay(resumed?.text(kind) ?? '') ?? inbox.ways[kind];
    const named = inbox.notices.map(({ matter }) =>
      matter.kind === 'budget' ? matter.grantId : null,
    );
    const [spenders, rates] = await Promise.all([
      readSpenders(deps, user.id, named),
      readRates(deps, request, inbox.notices),
    ]);
    const lines = inbox.notices.map((notice, place) => {
      const isUnread = notice.isUnread || notice.seq > readUpTo;
      return noticeLine(texts, spenders, { ...notice, isUnread, rate: rates[place] ?? null });
    });
    return showPage({
      title: words.title,
      section: 'notices',
      width: 'narrow',
      live,
      scripts: [PUSH_SCRIPT],
      main: html`
        ${pageHead(words.title, words.lead)}
        ${livePart('notices', renderList(words, lines))}
        ${await devicesCard(deps, request, inbox.pushed)}
        ${card(
          words.choice.title,
          html`
            <p class="hint">${hasMail ? words.choice.lead : noMailWords(request)}</p>
            ${postForm({
              action: NOTICE_WAYS_PATH,
              csrfToken: session.csrfToken(),
              fields: wayFields(request, wayOf, hasMail),
              submit: { label: words.choice.save, look: 'plain' },
            })}`,
        )}`,
    });
  },
};

/**
 * Reads the bitcoin prices at the times of the notices; none if the reader hides amounts or has
 * chosen no currency.
 */
async function readRates(
  deps: NoticePageDeps,
  { user, texts }: UserPageRequest,
  notices: readonly Notice[],
): Promise<readonly (Rate | null)[]> {
  if (texts.format.hidesAmounts) return [];
  return await readerRatesAt(
    deps,
    user,
    notices.map(({ toldAt }) => toldAt),
  );
}

/**
 * Marks all notices as read, because the page shows them. This happens before the page subscribes
 * to changes, which would otherwise report it. Returns up to which notice the user had read before,
 * so that the list can mark newer ones as new this one time.
 */
async function takeUnread(deps: NoticePageDeps, userId: string): Promise<Notice['seq']> {
  const { noticeInboxes, log } = deps;
  await countUnread(deps, { id: userId });
  try {
    return (await noticeInboxes.markRead(userId)) ?? ALL_READ;
  } catch (error) {
    log.warn({ error }, 'notices could not be marked as read');
    return ALL_READ;
  }
}

/** A number above the `seq` of every notice, for when all of them were read before. */
const ALL_READ = 2n ** 63n;

/**
 * Kinds of notices about access to the wallet. A user who turns off mail about these gets one last
 * mail that says so, because someone else may have turned it off.
 */
const ACCESS_KINDS = ['app', 'sign_in'] as const;

/**
 * Saves how the user wants to be notified. A kind that is missing or invalid in the form stays
 * unchanged.
 */
const choose: UserPage<NoticePageDeps> = {
  method: 'POST',
  path: NOTICE_WAYS_PATH,
  access: 'signed_in',
  resumable: { fields: NOTICE_KINDS, at: () => NOTICES_PATH },
  handle: async (deps, { user, form, session, texts }) => {
    const { noticeInboxes, accounts } = deps;
    const { ways } = await noticeInboxes.readInbox(user.id);
    const hasMail = getsMail(deps, user);
    const chosen = (kind: NoticeKind): NoticeWay => {
      const way = readWay(form.text(kind)) ?? ways[kind];
      // While no mail can be sent, the form offers the bell in place of mail. A stored choice of
      // mail is kept then, for when mail works again.
      return !hasMail && way === 'bell' && ways[kind] === 'mail' ? 'mail' : way;
    };
    const wanted: NoticeWays = {
      received: chosen('received'),
      ended: chosen('ended'),
      asked: chosen('asked'),
      approval: chosen('approval'),
      limit: chosen('limit'),
      budget: chosen('budget'),
      app: chosen('app'),
      sign_in: chosen('sign_in'),
      webhook_off: chosen('webhook_off'),
      alarm: chosen('alarm'),
    };
    await noticeInboxes.setWays(user.id, wanted);
    if (ACCESS_KINDS.some((kind) => ways[kind] === 'mail' && wanted[kind] !== 'mail')) {
      notifyUser(accounts, user, { kind: 'access_mail_off' });
    }
    session.keepNotice({ kind: 'done', text: texts.notices.choice.done });
    return redirectTo(NOTICES_PATH);
  },
};

const noMailWords = ({ user, texts: { notices: words } }: UserPageRequest): string =>
  user.email === null ? words.choice.noAddress : words.choice.noMail;

const getsMail = ({ accounts }: NoticePageDeps, { email }: User): boolean =>
  accounts.outbox !== null && email !== null;

export const noticePages: readonly Page<NoticePageDeps>[] = [show, choose];

const readWay = (text: string): NoticeWay | null => NOTICE_WAYS.find((way) => way === text) ?? null;

const renderList = ({ none }: PageTexts['notices'], lines: readonly Html[]): Html =>
  lines.length === 0
    ? emptyState(none.title, none.text)
    : html`<section class="card"><ul class="entries notices">${lines}</ul></section>`;

const wayFields = (
  { user, texts: { notices: words } }: UserPageRequest,
  wayOf: (kind: NoticeKind) => NoticeWay,
  hasMail: boolean,
): readonly Html[] => {
  const withoutMail = NOTICE_WAYS.filter((way) => way !== 'mail');
  // Alarms are mailed to admins whatever they choose here.
  const offered = (kind: NoticeKind) => (hasMail && kind !== 'alarm' ? NOTICE_WAYS : withoutMail);
  return noticeKindsFor(user).map((kind) =>
    selectField({
      name: kind,
      label: words.choice.kinds[kind],
      value: hasMail || wayOf(kind) !== 'mail' ? wayOf(kind) : 'bell',
      options: offered(kind).map((way) => [way, words.choice.ways[way]] as const),
    }),
  );
};
