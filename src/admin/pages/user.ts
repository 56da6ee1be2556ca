/** The page on which admins see one user and act for them. */

import { offerPasswordReset } from '../../accounts/offer-password-reset.ts';
import { refusalText } from '../../accounts/pages/answer-refusal.ts';
import { showDeliveredLink } from '../../accounts/pages/delivered-link.ts';
import { type RecentAuthAct, requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import { requireStepUp, type StepUpAct } from '../../accounts/pages/require-step-up.ts';
import { disableUser, enableUser } from '../../accounts/switch-user.ts';
import { presentLightningAddress } from '../../apps/routes/present-account.ts';
import { type Custody, excessSat } from '../../authorization/user-limits.ts';
import { creditSat } from '../../base/amount.ts';
import { type Html, html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import type { User } from '../../users/user-store.ts';
import { card, facts, stateWord } from '../../web/pages/components.ts';
import { choiceField, linkButton, postForm } from '../../web/pages/controls.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_OF_USER } from '../limits.ts';
import type { Person } from '../user-list-store.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { accessCards } from './user-access.ts';
import { limitsPath, userLimitPages } from './user-limits.ts';
import { USERS_PATH, userRole, userState } from './user-list.ts';
import { withOpenUser, withUser } from './with-user.ts';

const USER_PATH = '/operate/users/:id';

/**
 * The page of one user. It shows only what admins need to know to run the service, and nothing
 * about single payments.
 */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: USER_PATH,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, async (user) => {
      const { users: words } = request.texts;
      const now = deps.clock.now();
      const { people, userAccess } = deps.operatorStores;
      const [[person], custody, address, access] = await Promise.all([
        people.findPeople('', [user.id]),
        deps.wallets.readCustody(user.id, now),
        presentLightningAddress(deps, user.id),
        userAccess.readPersonAccess(user.id, now, MAX_SHOWN_OF_USER + 1),
      ]);
      if (person === undefined || custody === null) return notFoundPage();
      const isClosed = user.closedAt !== null;
      const heading = isClosed ? words.states.closed : accountName(user);
      const shown: ShownUser = { person, custody, address: address.lightning_address };
      return showPage({
        title: heading,
        section: 'users',
        main: html`
          <p class="eyebrow"><a href="${USERS_PATH}">${words.one.all}</a></p>
          <h1>${heading}</h1>
          ${aboutCard(request.texts, shown)}
          ${isClosed ? null : actions(user, request)}
          ${walletCard(request.texts, shown)}
          ${isClosed ? null : accessCards(request.texts, access, now)}`,
      });
    }),
};

interface ShownUser {
  readonly person: Person;
  readonly custody: Custody;
  readonly address: string | undefined | null;
}

function aboutCard({ format, users: words }: PageTexts, { person, address }: ShownUser): Html {
  const { disabledAt, lastSeenAt } = person;
  const state = userState(words, person);
  return html`
    <section class="card">
      ${facts([
        [words.one.name, person.name ?? '–'],
        [words.one.identifier, html`<code class="wrapped">${person.identifier}</code>`],
        [words.one.address, address ?? '–'],
        [words.one.role, userRole(words, person)],
        [
          words.one.state,
          disabledAt === null ? state : html`${state} ${format.moment(disabledAt)}`,
        ],
        [words.one.since, format.moment(person.createdAt)],
        [words.list.lastSeen, lastSeenAt === null ? '–' : format.moment(lastSeenAt)],
      ])}
    </section>`;
}

function walletCard(texts: PageTexts, { person, custody }: ShownUser): Html {
  const { format, users: words } = texts;
  const { limits, sentDaySat } = custody;
  const { maxBalanceSat, maxSendDaySat } = limits;
  const excess = excessSat(custody);
  const above =
    excess === 0n ? null : stateWord('bad', words.wallet.above({ amount: format.sat(excess) }));
  return card(
    words.wallet.heading,
    html`
      ${facts([
        [words.list.balance, format.amount(creditSat(person.balanceMsat))],
        [words.list.held, format.amount(creditSat(person.heldMsat))],
        [
          words.limits.maxBalance.legend,
          maxBalanceSat === null
            ? words.limits.noLimit
            : html`${format.amount(maxBalanceSat)} ${above}`,
        ],
        [
          words.limits.maxSendDay.legend,
          maxSendDaySat === null
            ? words.limits.noLimit
            : words.wallet.sent({
                used: format.satBeside(sentDaySat),
                limit: format.sat(maxSendDaySat),
              }),
        ],
      ])}
      ${
        person.closedAt === null
          ? html`<p class="actions">${linkButton(words.limits.title, limitsPath(person))}</p>`
          : null
      }`,
  );
}

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

const askDisable: UserPage<OperatorPageDeps> = {
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
        heading: words.heading({ email: accountName(user) }),
        text: html`<p>${words.text}</p>`,
        action: request.url,
        submit: { label: words.submit },
        back: { label: frame.cancel, path: `${USERS_PATH}/${user.id}` },
      });
    }),
};

const disable: UserPage<OperatorPageDeps> = {
  method: 'POST',
  path: `${USER_PATH}/disable`,
  access: 'admin',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, switchingOffAct(request), () =>
      withUser(deps, request, async (user) => {
        const { refusals, users } = request.texts;
        const switched = await disableUser(deps.accounts, request.user, user);
        request.session.keepNotice(
          switched.ok
            ? { kind: 'done', text: users.switchingOff.done({ email: accountName(user) }) }
            : { kind: 'problem', text: refusalText(refusals, switched.refusal) },
        );
        return redirectTo(`${USERS_PATH}/${user.id}`);
      }),
    ),
};

const enable: UserPage<OperatorPageDeps> = {
  method: 'POST',
  path: `${USER_PATH}/enable`,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, (user) =>
      requireRecentAuth(
        deps,
        request,
        { path: `${USERS_PATH}/${user.id}`, title: null },
        async () => {
          await enableUser(deps.accounts, request.user, user);
          const text = request.texts.users.switchedOn({ email: accountName(user) });
          request.session.keepNotice({ kind: 'done', text });
          return redirectTo(`${USERS_PATH}/${user.id}`);
        },
      ),
    ),
};

const askReset: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: `${USER_PATH}/reset-password`,
  access: 'admin',
  handle: (deps, request) =>
    withUser(deps, request, (user) => {
      const { frame, users } = request.texts;
      const words = users.newPassword;
      return questionPage(request, {
        section: 'users',
        title: words.title,
        heading: words.heading({ email: accountName(user) }),
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
};

const reset: UserPage<OperatorPageDeps> = {
  method: 'POST',
  path: `${USER_PATH}/reset-password`,
  access: 'admin',
  handle: (deps, request) =>
    withOpenUser(deps, request, (user) => {
      const removesSecondFactor = request.form.all('also').includes('second_factor');
      // Who has the link has the wallet, so a stolen session must not be enough to make one.
      return requireStepUp(
        deps,
        request,
        resetAct(request, user, removesSecondFactor),
        async () => {
          const by = { adminId: request.user.id };
          const order = { user, removesSecondFactor, by };
          const link = await offerPasswordReset(deps.accounts, order);
          const { title } = request.texts.users.newPassword;
          return showDeliveredLink(request.texts, { title, to: accountName(user), link });
        },
      );
    }),
};

function resetAct(
  { texts: { frame, users } }: UserPageRequest,
  user: User,
  removesSecondFactor: boolean,
): StepUpAct {
  const words = users.newPassword;
  return {
    section: 'users',
    title: words.heading({ email: accountName(user) }),
    about: html`<p>${removesSecondFactor ? words.removeSecondFactor : words.text}</p>`,
    submit: words.submit,
    back: linkButton(frame.cancel, `${USERS_PATH}/${user.id}`, 'quiet'),
  };
}

const switchingOffAct = ({ texts, url }: UserPageRequest): RecentAuthAct => ({
  path: url,
  title: texts.users.switchingOff.title,
});

export const adminUserPages: readonly Page<OperatorPageDeps>[] = [
  ...[show, askDisable, disable, enable, askReset, reset],
  ...userLimitPages,
];
