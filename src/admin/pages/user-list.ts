/** The list of users on the pages of admins. */

import { creditSat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import { card, stateWord, table } from '../../web/pages/components.ts';
import { linkButton, submitButton, textField } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_OPERATE_SEARCH, SEARCHED_USERS } from '../limits.ts';
import type { Person, UserListPage } from '../user-list-store.ts';
import { turnPages } from './list-page.ts';

export const USERS_PATH = '/operate/users';

export interface UserList extends UserListPage {
  /** The part of a name or address that was searched for; '' for all users. */
  readonly search: string;
  /** The id of the last user on the previous page; '' for the first page. */
  readonly after: string;
}

type Words = PageTexts['users'];

export function userList(texts: PageTexts, list: UserList): Html {
  const { people, next, isCut, search, after } = list;
  const words = texts.users.list;
  const looked = words.looked({ count: texts.format.digits(SEARCHED_USERS) });
  return card(
    words.heading,
    html`
      ${searchForm(words, search)}
      ${people.length === 0 ? html`<p class="faint">${words.none}</p>` : userTable(texts, people)}
      ${isCut ? html`<p>${looked}</p>` : null}
      ${turnPages(texts, { path: USERS_PATH, inputs: { q: search }, after, next })}`,
  );
}

const searchForm = (words: Words['list'], search: string): Html => html`
  <form method="get" action="${USERS_PATH}">
    ${textField({ name: 'q', label: words.search, value: search, maxLength: MAX_OPERATE_SEARCH })}
    <div class="actions">
      ${submitButton({ label: words.submit, look: 'plain' })}
      ${search === '' ? null : linkButton(words.all, USERS_PATH, 'quiet')}
    </div>
  </form>`;

const userTable = ({ format, users: words }: PageTexts, people: readonly Person[]): Html =>
  table({
    caption: words.list.caption,
    columns: [
      { name: words.list.email },
      { name: words.list.name },
      { name: words.list.balance, isFigure: true },
      { name: words.list.held, isFigure: true },
      { name: words.list.lastSeen },
      { name: words.list.since },
      { name: words.list.role },
      { name: words.list.state },
    ],
    rows: people.map((person) => [
      html`<a href="${USERS_PATH}/${person.id}">${userLabel(person)}</a>`,
      person.name ?? '–',
      format.amount(creditSat(person.balanceMsat)),
      format.amount(creditSat(person.heldMsat)),
      person.lastSeenAt === null ? '–' : format.day(person.lastSeenAt),
      format.day(person.createdAt),
      userRole(words, person),
      userState(words, person),
    ]),
  });

/**
 * The name of a user in lists. It is not always an e-mail address: some users never had one, and
 * closed accounts have none any more.
 */
const userLabel = ({ closedAt, email, identifier }: Person): Content =>
  closedAt === null && email !== null ? email : html`<code>${identifier}</code>`;

export const userRole = ({ roles }: Words, { isAdmin }: Pick<User, 'isAdmin'>): string =>
  isAdmin ? roles.admin : roles.user;

export function userState(
  { states }: Words,
  { closedAt, disabledAt, resetAskedAt }: Pick<Person, 'closedAt' | 'disabledAt' | 'resetAskedAt'>,
): Html {
  if (closedAt !== null) return stateWord('ended', states.closed);
  if (disabledAt !== null) return stateWord('ended', states.switchedOff);
  if (resetAskedAt !== null) return stateWord('waiting', states.resetAsked);
  return stateWord('good', states.active);
}
