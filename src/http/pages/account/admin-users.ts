import type { Invitation } from '../../../account/link-store.ts';
import { inviteUser } from '../../../usecases/accounts/invite-user.ts';
import { choiceField, postForm, problemSummary } from '../kit/controls.ts';
import { moment } from '../kit/figures.ts';
import { type Html, html } from '../kit/html.ts';
import {
  type Page,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { NOT_FOUND_PROBLEM } from '../kit/page-problem.ts';
import { card, table } from '../kit/pieces.ts';
import type { PageDeps } from '../page-deps.ts';
import type { PageTexts } from '../texts/en.ts';
import { emailField } from './fields.ts';
import { showHandedLink } from './handed-link.ts';
import { USERS_PATH, userList } from './user-list.ts';
import { whenConfirmed } from './when-confirmed.ts';

const INVITE_PATH = '/admin/invitations';

const show: UserPage = {
  method: 'GET',
  path: USERS_PATH,
  access: 'admin',
  handle: (deps, request) => showUsers(deps, request, '', null),
};

const invite: UserPage = {
  method: 'POST',
  path: INVITE_PATH,
  access: 'admin',
  handle: (deps, request) =>
    whenConfirmed(deps, request, USERS_PATH, async () => {
      const { form } = request;
      const email = form.text('email').trim();
      const makesAdmin = form.text('role') === 'admin';
      const invited = await inviteUser(deps.accounts, { email: email || null, makesAdmin });
      if (!invited.ok) return showUsers(deps, request, email, invited.refusal.message);
      const whom = email || 'whoever you invite';
      return showHandedLink(request.texts, { title: 'Invitation', whom, link: invited.value });
    }),
};

const withdraw: UserPage = {
  method: 'POST',
  path: '/admin/invitations/:id/withdraw',
  access: 'admin',
  handle: async ({ accounts }, { params, session }) => {
    if (!(await accounts.links.withdrawInvitation(params.text('id')))) {
      return refusePage(NOT_FOUND_PROBLEM);
    }
    session.keepNotice({ kind: 'done', text: 'The invitation is withdrawn.' });
    return redirectTo(USERS_PATH);
  },
};

export const adminUsersPages: readonly Page[] = [show, invite, withdraw];

async function showUsers(
  { accounts, clock }: PageDeps,
  request: UserPageRequest,
  email: string,
  problem: string | null,
): Promise<ShownPage> {
  const users = await accounts.users.listUsers();
  const waiting = await accounts.credentials.listResetAsked();
  const invitations = await accounts.links.listInvitations(clock.now());
  const csrfToken = request.session.csrfToken();
  const { frame } = request.texts;
  const hasMail = accounts.mailer !== null;
  return showPage({
    title: 'Users',
    section: 'admin',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Users</h1>
      ${problemSummary(problem)}
      ${userList({ users, waiting, search: request.query.text('q') })}
      ${accounts.signup === 'closed' ? null : inviteCard(frame, csrfToken, email, hasMail)}
      ${invitations.length === 0 ? null : invitationCard(invitations, csrfToken)}`,
  });
}

const inviteCard = (
  { optional }: PageTexts['frame'],
  csrfToken: string,
  email: string,
  hasMail: boolean,
): Html =>
  card(
    'Invite somebody',
    html`
      <p>${
        hasMail
          ? 'The link goes out by mail.'
          : 'You get a link, which you pass on yourself: this service sends no mail.'
      }</p>
      ${postForm({
        action: INVITE_PATH,
        csrfToken,
        fields: [
          emailField({ value: email, isRequired: false, optional, autocomplete: 'off' }),
          choiceField({
            name: 'role',
            legend: 'Role',
            kind: 'one',
            choices: [
              { value: 'user', label: 'User', hint: 'Has a wallet.', isChosen: true },
              {
                value: 'admin',
                label: 'Admin',
                isChosen: false,
                hint: 'Has a wallet, invites others and manages this service.',
              },
            ],
          }),
        ],
        submit: { label: 'Invite' },
      })}`,
  );

const invitationCard = (invitations: readonly Invitation[], csrfToken: string): Html =>
  card(
    'Invitations that wait',
    table({
      caption: 'Invitations that were not used yet',
      columns: [{ name: 'For' }, { name: 'Role' }, { name: 'Until' }, { name: 'Action' }],
      rows: invitations.map(({ id, email, makesAdmin, expiresAt }) => [
        email ?? 'Whoever has the link',
        makesAdmin ? 'Admin' : 'User',
        moment(expiresAt),
        postForm({
          action: `${INVITE_PATH}/${id}/withdraw`,
          csrfToken,
          fields: null,
          submit: { label: 'Withdraw', look: 'plain' },
        }),
      ]),
    }),
  );
