/** The page on which admins find users and invite people. */

import { inviteUser } from '../../accounts/invite-user.ts';
import type { Invitation, InvitedUser, PastInvitation } from '../../accounts/link-store.ts';
import { showDeliveredLink } from '../../accounts/pages/delivered-link.ts';
import { emailField } from '../../accounts/pages/fields.ts';
import { requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import { requireStepUp, type StepUpAct } from '../../accounts/pages/require-step-up.ts';
import { withdrawInvitation } from '../../accounts/withdraw-invitation.ts';
import { type Html, html } from '../../i18n/html.ts';
import { parseEmail } from '../../users/email.ts';
import { card, facts, stateWord, table } from '../../web/pages/components.ts';
import { choiceField, linkButton, postForm } from '../../web/pages/controls.ts';
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
import type { RequestValues } from '../../web/pages/request-values.ts';
import { formResumePath, readResumedForm } from '../../web/pages/resumed-form.ts';
import { type PageTexts, pageReader } from '../../web/texts/page-texts.ts';
import {
  MAX_OPERATE_SEARCH,
  MAX_SHOWN_INVITATIONS,
  OPERATE_ROWS,
  SEARCHED_USERS,
} from '../limits.ts';
import type { UserListPage, UserListStore } from '../user-list-store.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { USERS_PATH, userList, userRole } from './user-list.ts';

const INVITE_PATH = '/operate/invitations';
const INVITE_FIELDS = ['email', 'role'];

const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: USERS_PATH,
  access: 'admin',
  handle: (deps, request) => showUsers(deps, request, readResumedForm(request), null),
};

const invite: UserPage<OperatorPageDeps> = {
  method: 'POST',
  path: INVITE_PATH,
  access: 'admin',
  resumable: { fields: INVITE_FIELDS, at: () => USERS_PATH },
  handle: (deps, request) => {
    const { form, session } = request;
    const path = formResumePath(session, USERS_PATH, form, INVITE_FIELDS);
    const act = { path, title: request.texts.users.inviting.heading };
    const makesAdmin = form.text('role') === 'admin';
    const send = async (): Promise<PageAnswer> => {
      const email = form.text('email').trim();
      const { texts } = request;
      const invited = await inviteUser(deps.accounts, {
        email: email || null,
        makesAdmin,
        by: { adminId: request.user.id },
        reader: pageReader(texts),
      });
      const { users: words } = texts;
      if (!invited.ok) {
        return showUsers(deps, request, form, words.inviting.refusals[invited.refusal.kind]);
      }
      return showDeliveredLink(texts, {
        title: words.inviting.done,
        to: email || null,
        link: invited.value,
      });
    };
    // Another admin can let money leave, so a stolen session must not be enough to make one.
    return makesAdmin
      ? requireStepUp(deps, request, adminAct(request), send)
      : requireRecentAuth(deps, request, act, send);
  },
};

function adminAct({ form, texts }: UserPageRequest): StepUpAct {
  const { inviting, invitations, roles } = texts.users;
  return {
    section: 'users',
    title: inviting.heading,
    about: facts([
      [texts.accountFields.email, form.text('email').trim() || invitations.anyone],
      [inviting.role, roles.admin],
    ]),
    submit: inviting.submit,
    back: linkButton(texts.frame.cancel, USERS_PATH, 'quiet'),
  };
}

const withdraw: UserPage<OperatorPageDeps> = {
  method: 'POST',
  path: '/operate/invitations/:id/withdraw',
  access: 'admin',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, { path: USERS_PATH, title: null }, async () => {
      const { params, session, texts, user } = request;
      const by = { adminId: user.id };
      const isWithdrawn = await withdrawInvitation(deps.accounts, by, params.text('id'));
      if (!isWithdrawn) return notFoundPage();
      session.keepNotice({ kind: 'done', text: texts.users.invitations.withdrawn });
      return redirectTo(USERS_PATH);
    }),
};

export const adminUsersPages: readonly Page<OperatorPageDeps>[] = [show, invite, withdraw];

async function showUsers(
  { accounts, clock, operatorStores }: OperatorPageDeps,
  request: UserPageRequest,
  typed: RequestValues | null,
  problem: string | null,
): Promise<ShownPage> {
  const search = request.query.text('q').trim().slice(0, MAX_OPERATE_SEARCH);
  const after = request.query.text('after');
  const waiting = await accounts.credentials.listResetAsked(OPERATE_ROWS);
  const page = await readPeople(operatorStores.people, { search, after, waiting });
  const now = clock.now();
  const [open, past] = await Promise.all([
    accounts.links.listInvitations(now, MAX_SHOWN_INVITATIONS),
    accounts.links.listPastInvitations(now, MAX_SHOWN_INVITATIONS),
  ]);
  const csrfToken = request.session.csrfToken();
  const { texts } = request;
  const { users: words } = texts;
  const invite: InviteCard = { csrfToken, typed, problem, hasMail: accounts.outbox !== null };
  return showPage({
    title: words.title,
    section: 'users',
    status: problem === null ? 200 : 400,
    main: html`
      <div class="head">
        <h1>${words.title}</h1>
        ${accounts.signup === 'closed' ? null : linkButton(words.inviting.heading, '#invite')}
      </div>
      ${userList(texts, { ...page, search, after })}
      ${
        accounts.signup === 'closed'
          ? null
          : html`<div id="invite">${inviteCard(texts, invite)}</div>`
      }
      ${open.length === 0 ? null : invitationCard(texts, open, csrfToken)}
      ${past.length === 0 ? null : pastInvitationCard(texts, past)}`,
  });
}

interface Wanted {
  readonly search: string;
  readonly after: string;
  readonly waiting: ReadonlyMap<string, Date>;
}

/**
 * Reads users for the list. The first page begins with users whose whole name or address was typed,
 * and with those who asked for a new password.
 */
async function readPeople(store: UserListStore, wanted: Wanted): Promise<UserListPage> {
  const { search, after, waiting } = wanted;
  const page = await store.listPeople({
    search: search.toLowerCase(),
    after: after || null,
    limit: OPERATE_ROWS,
    depth: SEARCHED_USERS,
  });
  if (after !== '') return page;
  const ids = search === '' ? [...waiting.keys()] : [];
  const email = parseEmail(search);
  const first = await store.findPeople(email.ok ? email.value : search, ids);
  const known = new Set(first.map(({ id }) => id));
  return { ...page, people: [...first, ...page.people.filter(({ id }) => !known.has(id))] };
}

interface InviteCard {
  readonly csrfToken: string;
  /** What was typed into the form for an invitation; null while it was not sent. */
  readonly typed: RequestValues | null;
  readonly problem: string | null;
  readonly hasMail: boolean;
}

const inviteCard = (
  { users: { inviting: words, roles }, accountFields, frame }: PageTexts,
  { csrfToken, typed, problem, hasMail }: InviteCard,
): Html => {
  const isAdmin = typed?.text('role') === 'admin';
  return card(
    words.heading,
    html`
      <p>${hasMail ? words.byMail : words.byHand}</p>
      ${postForm({
        action: INVITE_PATH,
        csrfToken,
        fields: [
          emailField(accountFields, {
            value: typed?.text('email') ?? '',
            isRequired: false,
            optional: frame.optional,
            autocomplete: 'off',
            ...(problem === null ? {} : { problem, hasFocus: true }),
          }),
          choiceField({
            name: 'role',
            legend: words.role,
            kind: 'one',
            choices: [
              { value: 'user', label: roles.user, hint: words.userHint, isChosen: !isAdmin },
              { value: 'admin', label: roles.admin, hint: words.adminHint, isChosen: isAdmin },
            ],
          }),
        ],
        submit: { label: words.submit },
      })}`,
  );
};

const invitationCard = (
  { format, users: words }: PageTexts,
  invitations: readonly Invitation[],
  csrfToken: string,
): Html => {
  const { heading, caption, anyone, withdraw, columns } = words.invitations;
  return card(
    heading,
    table({
      caption,
      columns: [
        { name: columns.for },
        { name: columns.role },
        { name: columns.until },
        { name: columns.action },
      ],
      rows: invitations.map(({ id, email, makesAdmin, expiresAt }) => [
        email ?? anyone,
        userRole(words, { isAdmin: makesAdmin }),
        format.moment(expiresAt),
        postForm({
          action: `${INVITE_PATH}/${id}/withdraw`,
          csrfToken,
          fields: null,
          submit: { label: withdraw, look: 'plain' },
        }),
      ]),
    }),
  );
};

const pastInvitationCard = (
  { format, users: words }: PageTexts,
  invitations: readonly PastInvitation[],
): Html => {
  const { past, anyone, columns } = words.invitations;
  return card(
    past.heading,
    html`
      <p class="hint">${past.text}</p>
      ${table({
        caption: past.heading,
        columns: [{ name: columns.for }, { name: columns.role }, { name: columns.state }],
        rows: invitations.map(({ email, makesAdmin, expiresAt, end }) => [
          end.kind === 'used' ? accountOf(words, end.user) : (email ?? anyone),
          userRole(words, { isAdmin: makesAdmin }),
          html`${stateWord(end.kind === 'used' ? 'good' : 'ended', past.ends[end.kind])}
            ${format.moment(end.kind === 'expired' ? expiresAt : end.at)}`,
        ]),
      })}`,
  );
};

const accountOf = ({ states }: PageTexts['users'], { id, accountName }: InvitedUser): Html =>
  html`<a href="${USERS_PATH}/${id}">${accountName ?? states.closed}</a>`;
