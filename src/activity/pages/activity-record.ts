import { type Html, html } from '../../i18n/html.ts';
import { watchWallet } from '../../web/live/live.ts';
import { postForm, textAreaField } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { ACTIVITY_PATH } from '../../web/pages/paths.ts';
import { readerRateAt } from '../../web/pages/reader-rate.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FoundActivity } from '../activity-store.ts';
import { saveMemo } from '../save-memo.ts';
import { paidAtOf, stateOf } from './activity-line.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';
import { activityPath } from './activity-paths.ts';
import { readCounterparty } from './counterparty.ts';
import { fieldsOfEntry } from './record-fields.ts';
import { type RecordWords, recordWords } from './record-words.ts';
import { renderRecord, renderTechnical } from './show-record.ts';
import { readSpenders } from './spender-name.ts';

const RECORD_PATH = `${ACTIVITY_PATH}/:identifier`;

/**
 * The page of one record or payment. For one that belongs to another user the answer is the same as
 * for one that does not exist.
 */
const show: UserPage<ActivityPageDeps> = {
  method: 'GET',
  path: RECORD_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withRecord(deps, request, (found) => {
      const resumed = readResumedForm(request);
      const typed = resumed === null ? null : { text: resumed.text('note'), problem: null };
      return answer(deps, request, found, typed);
    }),
};

const note: UserPage<ActivityPageDeps> = {
  method: 'POST',
  path: `${RECORD_PATH}/note`,
  access: 'signed_in',
  resumable: { fields: ['note'], at: ({ params }) => activityPath(params.text('identifier')) },
  handle: (deps, request) =>
    withRecord(deps, request, async (found): Promise<PageAnswer> => {
      const identifier = request.params.text('identifier');
      const text = request.form.text('note');
      const kept = await saveMemo(deps, { userId: request.user.id, identifier, text });
      const { activityRecord, format } = request.texts;
      const words = activityRecord.note;
      if (!kept.ok) {
        if (kept.refusal.kind === 'record_absent') return notFoundPage();
        const problem = words.tooLong({ max: format.digits(kept.refusal.maxLength) });
        return await answer(deps, request, found, { text, problem });
      }
      const said = text.trim() === '' ? words.removed : words.saved;
      request.session.keepNotice({ kind: 'done', text: said });
      return redirectTo(activityPath(identifier));
    }),
};

export const activityRecordPages: readonly Page<ActivityPageDeps>[] = [show, note];

async function withRecord(
  deps: ActivityPageDeps,
  { user, params }: UserPageRequest,
  work: (found: FoundActivity) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const identifier = params.text('identifier');
  if (!/^[A-Za-z0-9]{1,64}$/.test(identifier)) return notFoundPage();
  const found = await deps.activity.find(user.id, identifier);
  return found === null ? notFoundPage() : await work(found);
}

interface TypedNote {
  readonly text: string;
  /** What is wrong with the typed note; null while no note was sent. */
  readonly problem: string | null;
}

async function answer(
  deps: ActivityPageDeps,
  request: UserPageRequest,
  found: FoundActivity,
  typed: TypedNote | null,
): Promise<ShownPage> {
  const { texts, user, params, session } = request;
  const identifier = params.text('identifier');
  const isPending = stateOf(found.entry) === 'pending';
  const live = isPending ? { live: await watchWallet(deps, request, { payment: identifier }) } : {};
  // The payment is read once more, because it may have ended before the page began to listen for
  // changes; no later event would tell the page.
  const newest = isPending ? ((await deps.activity.find(user.id, identifier)) ?? found) : found;
  const spenders = await readSpenders(deps, user.id, [newest.entry.grantId]);
  const rules = deps.onchain?.rules ?? null;
  const words = recordWords(texts, newest, { now: deps.clock.now(), rules });
  const other = await readCounterparty(deps, user, newest);
  const rate = await readerRateAt(deps, user, paidAtOf(fieldsOfEntry(newest.entry)));
  const site = deps.config.site.name;
  const shown = { found: newest, words, spenders, other, rate, site, rules };
  return showPage({
    ...live,
    ...(typed === null || typed.problem === null ? {} : { status: 400 }),
    title: titleOf(texts, words, newest),
    section: 'activity',
    width: 'narrow',
    main: html`
      <p class="eyebrow on-screen"><a href="${ACTIVITY_PATH}">${texts.activityRecord.back}</a></p>
      ${livePart('record', renderRecord({ texts, session, user }, shown), words.say)}
      ${renderNote({ texts, session }, identifier, newest.note, typed)}
      ${livePart('technical', renderTechnical(texts, newest))}`,
  });
}

/**
 * The title of a record's page. It differs from record to record, so that people can tell windows
 * and visited pages apart.
 */
function titleOf({ format }: PageTexts, { title }: RecordWords, found: FoundActivity): string {
  return `${title}: ${format.sat(fieldsOfEntry(found.entry).amount('amount'))}`;
}

function renderNote(
  { texts, session }: Pick<UserPageRequest, 'texts' | 'session'>,
  identifier: string,
  kept: string | null,
  typed: TypedNote | null,
): Html {
  const words = texts.activityRecord.note;
  return html`
    <section class="card on-screen" id="note">
      <h2>${words.title}</h2>
      ${postForm({
        action: `${activityPath(identifier)}/note`,
        csrfToken: session.csrfToken(),
        fields: textAreaField({
          name: 'note',
          label: words.label,
          rows: 3,
          isProse: true,
          value: typed?.text ?? kept ?? '',
          problem: typed?.problem ?? undefined,
        }),
        submit: { label: words.save, look: 'plain' },
      })}
    </section>`;
}
