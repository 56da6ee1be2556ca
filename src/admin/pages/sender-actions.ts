import { refusalText } from '../../accounts/pages/answer-refusal.ts';
import { signOutUser } from '../../accounts/switch-user.ts';
import { html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import type { User } from '../../users/user-store.ts';
import type { Page, UserPageRequest } from '../../web/pages/page.ts';
import { disconnectSpender, findSpender, type Spender } from '../disconnect-spender.ts';
import { type ActionPage, actionPages, done, operatorOf, problem } from './action-pages.ts';
import { SAFETY_PATH, USERS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { findOpenUser } from './with-user.ts';

/** The path on which an operator signs a user out, who is named by id or identifier. */
export const signOutPath = (user: string): string => `${USERS_PATH}/${user}/sign-out`;

export const disconnectPath = (user: string, spender: string): string =>
  `${USERS_PATH}/${user}/disconnect/${spender}`;

/**
 * The action that ends all sessions of a user. It is urgent, as someone else may be using one of
 * them.
 */
const signOut: ActionPage<User> = {
  path: signOutPath(':id'),
  section: 'safety',
  back: SAFETY_PATH,
  isUrgent: true,
  find: findOpenUser,
  ask: ({ texts }, user) => {
    const { title, text, submit } = texts.users.signingOut;
    return { title, text, submit, look: 'danger', facts: [factOf({ texts }, user)] };
  },
  act: async ({ accounts }, request, user) => {
    const { refusals, users } = request.texts;
    const ended = await signOutUser(accounts, request.user, user);
    return ended.ok
      ? done(users.signingOut.done({ email: accountName(user) }))
      : problem(refusalText(refusals, ended.refusal));
  },
};

interface Found {
  readonly user: User;
  readonly spender: Spender;
}

/** The action that revokes an app, a connection or a token of a user. */
const disconnect: ActionPage<Found> = {
  path: disconnectPath(':id', ':spender'),
  section: 'safety',
  back: SAFETY_PATH,
  isUrgent: true,
  find: async (deps, request) => {
    const user = await findOpenUser(deps, request);
    const id = request.params.text('spender');
    const spender = user === null ? null : await findSpender(deps, user, id);
    return user === null || spender === null ? null : { user, spender };
  },
  ask: ({ texts }, { user, spender }) => {
    const { title, text, name, submit } = texts.users.disconnecting;
    return {
      title,
      text,
      submit,
      look: 'danger',
      facts: [factOf({ texts }, user), [name, html`<bdi>${spender.name}</bdi>`]],
    };
  },
  act: async (deps, request, { user, spender }) => {
    const parts = { ...deps.actions, tokens: deps.tokens, appGrants: deps.appGrants };
    await disconnectSpender(parts, operatorOf(request), user, spender);
    return done(request.texts.users.disconnecting.done);
  },
};

const factOf = ({ texts }: Pick<UserPageRequest, 'texts'>, user: User) =>
  [texts.actions.log.facts.user, html`<bdi>${accountName(user)}</bdi>`] as const;

export const senderActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(signOut),
  ...actionPages(disconnect),
];
