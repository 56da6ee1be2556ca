import type { User } from '../../../account/user-store.ts';
import { offerPasswordReset } from '../../../usecases/accounts/offer-password-reset.ts';
import { disableUser, enableUser } from '../../../usecases/accounts/switch-user.ts';
import { choiceField, linkButton, postForm } from '../kit/controls.ts';
import { moment } from '../kit/figures.ts';
import { type Html, html } from '../kit/html.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { NOT_FOUND_PROBLEM } from '../kit/page-problem.ts';
import { facts } from '../kit/pieces.ts';
import type { PageDeps } from '../page-deps.ts';
import { showHandedLink } from './handed-link.ts';
import { refusalText } from './refusal-texts.ts';
import { USERS_PATH, userRole, userState } from './user-list.ts';
import { whenConfirmed } from './when-confirmed.ts';

const USER_PATH = '/admin/users/:id';

/** Everything here is about one user, whom the address names. */
async function withUser(
  { accounts }: PageDeps,
  { params }: UserPageRequest,
  work: (user: User) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const user = await accounts.users.findUser(params.text('id'));
  return user === null ? refusePage(NOT_FOUND_PROBLEM) : work(user);
}

const show: UserPage = {
  method: 'GET',
  path: USER_PATH,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, async (user) => {
      const waiting = await deps.accounts.credentials.listResetAsked();
      return showPage({
        title: user.email,
        section: 'admin',
        width: 'narrow',
        main: html`
          <h1>${user.email}</h1>
          ${facts([
            ['Name', user.name ?? '–'],
            ['Identifier', html`<code>${user.identifier}</code>`],
            ['Role', userRole(user)],
            ['State', userState(user, waiting.get(user.id) ?? null)],
            ['Since', moment(user.createdAt)],
          ])}
          ${actions(user, request)}
          <p><a href="${USERS_PATH}">All users</a></p>`,
      });
    }),
};

const pathOf = (user: User, action: string): string => `${USERS_PATH}/${user.id}/${action}`;

function actions(user: User, { user: admin, session }: UserPageRequest): Html {
  const enable = postForm({
    action: pathOf(user, 'enable'),
    csrfToken: session.csrfToken(),
    fields: null,
    submit: { label: 'Switch on again', look: 'plain' },
  });
  const disable = admin.id === user.id ? null : linkButton('Switch off', pathOf(user, 'disable'));
  return html`
    <p class="actions">
      ${linkButton('New password', pathOf(user, 'reset-password'))}
      ${user.disabledAt === null ? disable : null}
    </p>
    ${user.disabledAt === null ? null : enable}`;
}

const askDisable: UserPage = {
  method: 'GET',
  path: `${USER_PATH}/disable`,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, (user) =>
      showPage({
        title: 'Switch off a user',
        section: 'admin',
        width: 'narrow',
        main: html`
          <h1>Switch off ${user.email}?</h1>
          <p>All sessions, tokens and connected apps of this user stop at once. The money in the
            wallet stays where it is, and payments to it still arrive. Webhooks wait until the
            user is switched on again.</p>
          ${postForm({
            action: request.url,
            csrfToken: request.session.csrfToken(),
            fields: null,
            submit: { label: 'Switch off', look: 'danger' },
            others: linkButton('Leave it', `${USERS_PATH}/${user.id}`),
          })}`,
      }),
    ),
};

const disable: UserPage = {
  method: 'POST',
  path: `${USER_PATH}/disable`,
  access: 'admin',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, () =>
      withUser(deps, request, async (user) => {
        const switched = await disableUser(deps.accounts, request.user, user);
        request.session.keepNotice(
          switched.ok
            ? { kind: 'done', text: `${user.email} is switched off.` }
            : { kind: 'problem', text: refusalText(switched.refusal) },
        );
        return redirectTo(`${USERS_PATH}/${user.id}`);
      }),
    ),
};

const enable: UserPage = {
  method: 'POST',
  path: `${USER_PATH}/enable`,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, async (user) => {
      await enableUser(deps.accounts, request.user, user);
      request.session.keepNotice({ kind: 'done', text: `${user.email} is switched on again.` });
      return redirectTo(`${USERS_PATH}/${user.id}`);
    }),
};

const askReset: UserPage = {
  method: 'GET',
  path: `${USER_PATH}/reset-password`,
  access: 'admin',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, () =>
      withUser(deps, request, (user) =>
        showPage({
          title: 'New password',
          section: 'admin',
          width: 'narrow',
          main: html`
            <h1>A new password for ${user.email}</h1>
            <p>This makes a link by which the user chooses one. Until it is used, the old password
              works. Be sure that it is really the user who asks.</p>
            ${postForm({
              action: request.url,
              csrfToken: request.session.csrfToken(),
              fields: choiceField({
                name: 'also',
                legend: 'Lost everything?',
                kind: 'several',
                choices: [
                  {
                    value: 'second_factor',
                    label: 'Also remove the authenticator app and all passkeys',
                    hint: 'For somebody who has lost the phone and the backup codes.',
                    isChosen: false,
                  },
                ],
              }),
              submit: { label: 'Make a link' },
              others: linkButton('Leave it', `${USERS_PATH}/${user.id}`),
            })}`,
        }),
      ),
    ),
};

const reset: UserPage = {
  method: 'POST',
  path: `${USER_PATH}/reset-password`,
  access: 'admin',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, () =>
      withUser(deps, request, async ({ email }) => {
        const removesSecondFactor = request.form.all('also').includes('second_factor');
        const offered = await offerPasswordReset(deps.accounts, { email, removesSecondFactor });
        if (!offered.ok) return refusePage(NOT_FOUND_PROBLEM);
        return showHandedLink(request.texts, {
          title: 'New password',
          whom: email,
          link: offered.value,
        });
      }),
    ),
};

export const adminUserPages: readonly Page[] = [show, askDisable, disable, enable, askReset, reset];
