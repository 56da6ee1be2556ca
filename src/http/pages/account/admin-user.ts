import type { User } from '../../../account/user-store.ts';
import { offerPasswordReset } from '../../../usecases/accounts/offer-password-reset.ts';
import { disableUser, enableUser } from '../../../usecases/accounts/switch-user.ts';
import { presentLightningAddress } from '../../present/present-account.ts';
import { choiceField, linkButton, postForm } from '../kit/controls.ts';
import { type Html, html } from '../kit/html.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { facts } from '../kit/pieces.ts';
import { questionPage } from '../kit/question-page.ts';
import type { PageDeps } from '../page-deps.ts';
import { refusalText } from './answer-refusal.ts';
import { showHandedLink } from './handed-link.ts';
import { USERS_PATH, userRole, userState } from './user-list.ts';
import { whenConfirmed } from './when-confirmed.ts';

const USER_PATH = '/operate/users/:id';

/** Everything here is about the user that the address names. */
async function withUser(
  { accounts }: PageDeps,
  { params }: UserPageRequest,
  work: (user: User) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const id = params.text('id');
  const user =
    (await accounts.users.findUser(id)) ?? (await accounts.users.findUserByIdentifier(id));
  return user === null ? notFoundPage() : work(user);
}

const show: UserPage = {
  method: 'GET',
  path: USER_PATH,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, async (user) => {
      const { figures, users: words } = request.texts;
      const heading = user.closedAt === null ? user.email : words.states.closed;
      const waiting = await deps.accounts.credentials.listResetAsked();
      const address = await presentLightningAddress(deps, user.id);
      return showPage({
        title: heading,
        section: 'users',
        width: 'narrow',
        main: html`
          <h1>${heading}</h1>
          ${facts([
            [words.one.name, user.name ?? '–'],
            [words.one.identifier, html`<code>${user.identifier}</code>`],
            [words.one.address, address.lightning_address ?? '–'],
            [words.one.role, userRole(words, user)],
            [words.one.state, userState(words, user, waiting.get(user.id) ?? null)],
            [words.one.since, figures.moment(user.createdAt)],
          ])}
          ${user.closedAt === null ? actions(user, request) : null}
          <p><a href="${USERS_PATH}">${words.one.all}</a></p>`,
      });
    }),
};

const pathOf = (user: User, action: string): string => `${USERS_PATH}/${user.id}/${action}`;

function actions(user: User, { user: admin, session, texts }: UserPageRequest): Html {
  const words = texts.users.one;
  const enable = postForm({
    action: pathOf(user, 'enable'),
    csrfToken: session.csrfToken(),
    fields: null,
    submit: { label: words.switchOn, look: 'plain' },
  });
  const disable =
    admin.id === user.id ? null : linkButton(words.switchOff, pathOf(user, 'disable'));
  return html`
    <p class="actions">
      ${linkButton(words.newPassword, pathOf(user, 'reset-password'))}
      ${user.disabledAt === null ? disable : null}
    </p>
    ${user.disabledAt === null ? null : enable}`;
}

const askDisable: UserPage = {
  method: 'GET',
  path: `${USER_PATH}/disable`,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, (user) => {
      const { frame, users } = request.texts;
      const words = users.switchingOff;
      return questionPage(request, {
        section: 'users',
        title: words.title,
        heading: words.heading(user.email),
        text: html`<p>${words.text}</p>`,
        action: request.url,
        submit: { label: words.submit },
        back: { label: frame.cancel, path: `${USERS_PATH}/${user.id}` },
      });
    }),
};

const disable: UserPage = {
  method: 'POST',
  path: `${USER_PATH}/disable`,
  access: 'admin',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, () =>
      withUser(deps, request, async (user) => {
        const { refusals, users } = request.texts;
        const switched = await disableUser(deps.accounts, request.user, user);
        request.session.keepNotice(
          switched.ok
            ? { kind: 'done', text: users.switchingOff.done(user.email) }
            : { kind: 'problem', text: refusalText(refusals, switched.refusal) },
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
      const text = request.texts.users.switchedOn(user.email);
      request.session.keepNotice({ kind: 'done', text });
      return redirectTo(`${USERS_PATH}/${user.id}`);
    }),
};

const askReset: UserPage = {
  method: 'GET',
  path: `${USER_PATH}/reset-password`,
  access: 'admin',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, () =>
      withUser(deps, request, (user) => {
        const { frame, users } = request.texts;
        const words = users.newPassword;
        return questionPage(request, {
          section: 'users',
          title: words.title,
          heading: words.heading(user.email),
          text: html`<p>${words.text}</p>`,
          action: request.url,
          fields: choiceField({
            name: 'also',
            legend: words.also,
            kind: 'several',
            choices: [
              {
                value: 'second_factor',
                label: words.removeSecondFactor,
                hint: words.removeSecondFactorHint,
                isChosen: false,
              },
            ],
          }),
          submit: { label: words.submit, look: 'main' },
          back: { label: frame.cancel, path: `${USERS_PATH}/${user.id}` },
        });
      }),
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
        if (!offered.ok) return notFoundPage();
        const { title } = request.texts.users.newPassword;
        return showHandedLink(request.texts, { title, email, link: offered.value });
      }),
    ),
};

export const adminUserPages: readonly Page[] = [show, askDisable, disable, enable, askReset, reset];
