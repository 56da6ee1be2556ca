import { type RecentAuthAct, requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import { readSat, type Sat, sat } from '../../base/amount.ts';
import { type Content, html } from '../../i18n/html.ts';
import { choiceField, linkButton } from '../../web/pages/controls.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { closeOwnAccount } from '../close-own-account.ts';
import type { CloseRefusal } from '../closing.ts';
import { ARCHIVE_JSON_PATH, CLOSE_PATH, LEAVE_PATH } from './leave-paths.ts';
import type { LeavingPageDeps } from './leaving-page-deps.ts';
import { readWallet } from './read-wallet.ts';

/**
 * The form field of the check box by which users give up their remaining balance. Its value is the
 * amount that they were shown.
 */
const GIVE_UP = 'give_up';

const ask: UserPage<LeavingPageDeps> = {
  method: 'GET',
  path: CLOSE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request), () => showQuestion(deps, request, null)),
};

const send: UserPage<LeavingPageDeps> = {
  method: 'POST',
  path: CLOSE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request), () => closeAsAsked(deps, request)),
};

export const closePages: readonly Page<LeavingPageDeps>[] = [ask, send];

const actOf = ({ texts }: UserPageRequest): RecentAuthAct => ({
  path: CLOSE_PATH,
  title: texts.leave.closing.title,
});

async function closeAsAsked(deps: LeavingPageDeps, request: UserPageRequest): Promise<PageAnswer> {
  const { form, session, texts, user } = request;
  const givenUpSat = readGivenUp(form.text(GIVE_UP));
  const closed = await closeOwnAccount(deps, user, givenUpSat);
  if (!closed.ok) return await showQuestion(deps, request, closed.refusal);
  await session.signOut();
  session.keepNotice({ kind: 'done', text: texts.leave.closing.done });
  return redirectTo('/');
}

const readGivenUp = (text: string): Sat => readSat(text) ?? sat(0n);

async function showQuestion(
  deps: LeavingPageDeps,
  request: UserPageRequest,
  refusal: CloseRefusal | null,
): Promise<ShownPage> {
  const { format, frame, leave } = request.texts;
  const words = leave.closing;
  const { balanceSat, heldSat } = await readWallet(deps, request.user.id);
  const ends = html`
    <ul class="points">${Object.values(words.ends).map((end) => html`<li>${end}</li>`)}</ul>
    <p>${words.archiveFirst} <a href="${ARCHIVE_JSON_PATH}">${leave.archive.json}</a></p>`;
  if (heldSat > 0n) return showWait(request, ends, format.sat(heldSat));
  // If the wallet was emptied after the user had agreed to give up its balance, nothing is wrong.
  // The page then only asks again, about the new balance.
  const isEmptied = refusal?.kind === 'balance_left' && balanceSat === 0n;
  return questionPage(request, {
    section: 'leave',
    title: words.title,
    heading: words.heading,
    problem: refusal === null || isEmptied ? null : words.problems[refusal.kind],
    text: [ends, balanceSat === 0n ? null : balanceLeft(request, balanceSat)],
    action: CLOSE_PATH,
    submit: { label: words.submit },
    fields: balanceSat === 0n ? null : giveUpField(request, balanceSat),
    back: { label: frame.cancel, path: LEAVE_PATH },
  });
}

const balanceLeft = ({ texts: { format, leave } }: UserPageRequest, balanceSat: Sat): Content =>
  html`
    <p>
      ${leave.closing.balance({ amount: format.sat(balanceSat) })}
      <a href="${LEAVE_PATH}">${leave.empty.heading}</a>
    </p>`;

const giveUpField = ({ texts: { format, leave } }: UserPageRequest, balanceSat: Sat): Content =>
  choiceField({
    name: GIVE_UP,
    legend: leave.closing.giveUp,
    kind: 'several',
    choices: [
      {
        value: String(balanceSat),
        label: leave.closing.giveUpChoice({ amount: format.sat(balanceSat) }),
        hint: leave.closing.giveUpHint,
        isChosen: false,
      },
    ],
  });

/**
 * Shows a page that asks the user to wait: until their payments have ended, no one knows to whom
 * the money belongs.
 */
const showWait = (
  { texts: { frame, leave } }: UserPageRequest,
  ends: Content,
  heldText: string,
): ShownPage =>
  showPage({
    title: leave.closing.title,
    section: 'leave',
    width: 'narrow',
    main: html`
      <h1>${leave.closing.heading}</h1>
      <p class="notice problem" role="alert">${leave.closing.wait({ amount: heldText })}</p>
      <section class="card">
        ${ends}
        <p class="actions">${linkButton(frame.cancel, LEAVE_PATH)}</p>
      </section>`,
  });
