import type { User } from '../../../account/user-store.ts';
import { MAX_SHOWN_USERS } from '../../../base/limits.ts';
import { linkButton, submitButton, textField } from '../kit/controls.ts';
import { day, groupDigits } from '../kit/figures.ts';
import { type Html, html } from '../kit/html.ts';
import { card, stateWord, table } from '../kit/pieces.ts';

export const USERS_PATH = '/admin/users';

export interface UserList {
  readonly users: readonly User[];
  /** Who asked for a new password, and when. */
  readonly waiting: ReadonlyMap<string, Date>;
  /** Part of an address or a name; '' for all. */
  readonly search: string;
}

/** Who waits for something stands first; of very many only the first are shown. */
export function userList({ users, waiting, search }: UserList): Html {
  const isWaiting = ({ id }: User): boolean => waiting.has(id);
  const found = users.filter((user) => matches(user, search.trim().toLowerCase()));
  const [first, others] = [found.filter(isWaiting), found.filter((user) => !isWaiting(user))];
  const shown = [...first, ...others].slice(0, MAX_SHOWN_USERS);
  return card(
    'Everybody with a wallet here',
    html`
      ${searchForm(search)}
      ${
        shown.length < found.length
          ? html`<p>${groupDigits(shown.length)} of ${groupDigits(found.length)} are shown: search
              for the others.</p>`
          : null
      }
      ${shown.length === 0 ? html`<p class="faint">Nobody has that in name or address.</p>` : null}
      ${shown.length === 0 ? null : userTable(shown, waiting)}`,
  );
}

const matches = ({ email, name, identifier }: User, part: string): boolean =>
  email.includes(part) || (name ?? '').toLowerCase().includes(part) || identifier === part;

const searchForm = (search: string): Html => html`
  <form method="get" action="${USERS_PATH}">
    ${textField({ name: 'q', label: 'Search by address or name', value: search })}
    <div class="actions">
      ${submitButton({ label: 'Search', look: 'plain' })}
      ${search === '' ? null : linkButton('Show all', USERS_PATH, 'quiet')}
    </div>
  </form>`;

const userTable = (users: readonly User[], waiting: ReadonlyMap<string, Date>): Html =>
  table({
    caption: 'Users',
    columns: [
      { name: 'E-mail address' },
      { name: 'Name' },
      { name: 'Since' },
      { name: 'Role' },
      { name: 'State' },
    ],
    rows: users.map((user) => [
      html`<a href="${USERS_PATH}/${user.id}">${user.email}</a>`,
      user.name ?? '–',
      day(user.createdAt),
      userRole(user),
      userState(user, waiting.get(user.id) ?? null),
    ]),
  });

export const userRole = ({ isAdmin }: User): string => (isAdmin ? 'Admin' : 'User');

export function userState({ disabledAt }: User, resetAskedAt: Date | null): Html {
  if (disabledAt !== null) return stateWord('ended', 'Switched off');
  if (resetAskedAt !== null) return stateWord('waiting', 'Asked for a new password');
  return stateWord('good', 'Active');
}
