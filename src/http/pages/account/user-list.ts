import type { User } from '../../../account/user-store.ts';
import { MAX_SHOWN_USERS } from '../../../base/limits.ts';
import { linkButton, submitButton, textField } from '../kit/controls.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { card, stateWord, table } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/page-texts.ts';

export const USERS_PATH = '/operate/users';

export interface UserList {
  readonly users: readonly User[];
  /** Who asked for a new password, and when. */
  readonly waiting: ReadonlyMap<string, Date>;
  /** Part of an address or a name, or '' for all. */
  readonly search: string;
}

type Words = PageTexts['users'];

/** Users who wait for something come first. Only the first MAX_SHOWN_USERS are shown. */
export function userList(texts: PageTexts, { users, waiting, search }: UserList): Html {
  const isWaiting = ({ id }: User): boolean => waiting.has(id);
  const found = users.filter((user) => matches(user, search.trim().toLowerCase()));
  const [first, others] = [found.filter(isWaiting), found.filter((user) => !isWaiting(user))];
  const shown = [...first, ...others].slice(0, MAX_SHOWN_USERS);
  const {
    figures: { digits },
    users: words,
  } = texts;
  const { list } = words;
  return card(
    list.heading,
    html`
      ${searchForm(list, search)}
      ${
        shown.length < found.length
          ? html`<p>${list.someShown(digits(shown.length), digits(found.length))}</p>`
          : null
      }
      ${
        shown.length === 0
          ? html`<p class="faint">${list.none}</p>`
          : userTable(texts, shown, waiting)
      }`,
  );
}

const matches = ({ email, name, identifier }: User, part: string): boolean =>
  email.includes(part) || (name ?? '').toLowerCase().includes(part) || identifier === part;

const searchForm = (words: Words['list'], search: string): Html => html`
  <form method="get" action="${USERS_PATH}">
    ${textField({ name: 'q', label: words.search, value: search })}
    <div class="actions">
      ${submitButton({ label: words.submit, look: 'plain' })}
      ${search === '' ? null : linkButton(words.all, USERS_PATH, 'quiet')}
    </div>
  </form>`;

const userTable = (
  { figures, users: words }: PageTexts,
  users: readonly User[],
  waiting: ReadonlyMap<string, Date>,
): Html =>
  table({
    caption: words.list.caption,
    columns: [
      { name: words.list.email },
      { name: words.list.name },
      { name: words.list.since },
      { name: words.list.role },
      { name: words.list.state },
    ],
    rows: users.map((user) => [
      html`<a href="${USERS_PATH}/${user.id}">${userLabel(user)}</a>`,
      user.name ?? '–',
      figures.day(user.createdAt),
      userRole(words, user),
      userState(words, user, waiting.get(user.id) ?? null),
    ]),
  });

/** Closed accounts have no e-mail address any more. */
const userLabel = ({ closedAt, email, identifier }: User): Content =>
  closedAt === null ? email : html`<code>${identifier}</code>`;

export const userRole = ({ roles }: Words, { isAdmin }: Pick<User, 'isAdmin'>): string =>
  isAdmin ? roles.admin : roles.user;

export function userState(
  { states }: Words,
  { closedAt, disabledAt }: User,
  resetAskedAt: Date | null,
): Html {
  if (closedAt !== null) return stateWord('ended', states.closed);
  if (disabledAt !== null) return stateWord('ended', states.switchedOff);
  if (resetAskedAt !== null) return stateWord('waiting', states.resetAsked);
  return stateWord('good', states.active);
}
