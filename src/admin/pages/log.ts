import { BY_COMMAND, type OperatorAction } from '../../alarms/operator-action-store.ts';
import {
  ACTION_FACTS,
  ACTION_KINDS,
  type ActionDetail,
  type ActionFact,
  type ActionKind,
  type ActionResult,
  isActionKind,
} from '../../alarms/operator-log/operator-action.ts';
import { LIMIT_NAMES } from '../../authorization/user-limits.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { LOCKDOWN_PARTS } from '../../lockdown/held-parts.ts';
import { emptyState, pageHead, type State, stateWord, table } from '../../web/pages/components.ts';
import { linkButton, selectField, submitButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_ADMINS, OPERATE_ROWS } from '../limits.ts';
import { cutPage, turnPages } from './list-page.ts';
import { LOG_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/** The page with the log of operators' actions, which were made on pages or by commands. */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: LOG_PATH,
  access: 'admin',
  handle: async ({ actions: { actions } }, { query, texts }) => {
    const words = texts.actions.log;
    const typedKind = query.text('kind');
    const kind = isActionKind(typedKind) ? typedKind : null;
    const who = readWho(query.text('who'));
    const after = query.text('after');
    const [admins, found] = await Promise.all([
      actions.listAdmins(MAX_SHOWN_ADMINS),
      actions.list({ kind, who: who || null, after: after || null, limit: OPERATE_ROWS + 1 }),
    ]);
    const { rows, next } = cutPage(found, OPERATE_ROWS);
    const names = await actions.findAccountNames([...new Set(rows.flatMap(usersIn))]);
    const inputs = { kind: kind ?? '', who };
    const isFiltered = kind !== null || who !== '';
    return showPage({
      title: words.title,
      section: 'log',
      main: html`
        ${pageHead(words.title, words.lead)}
        ${filters(texts, admins, inputs)}
        ${rows.length === 0 ? nothing(texts, isFiltered) : actionTable(texts, rows, names)}
        ${turnPages(texts, { path: LOG_PATH, inputs, after, next })}`,
    });
  },
};

/** Reads the filter "by whom" from the URL: `command`, or the identifier of an admin. */
const readWho = (text: string): string => (/^[\da-z]{1,40}$/i.test(text) ? text : '');

export const operateLogPages: readonly Page<OperatorPageDeps>[] = [show];

const nothing = ({ actions: { log } }: PageTexts, isFiltered: boolean): Html =>
  isFiltered
    ? html`<p class="faint">${log.noneFound}</p>`
    : emptyState(log.none.title, log.none.text);

const filters = (
  { actions: { log: words }, operateLists: shared }: PageTexts,
  admins: readonly { readonly identifier: string; readonly name: string }[],
  { kind, who }: { readonly kind: string; readonly who: string },
): Html => html`
  <form class="list-filter" method="get" action="${LOG_PATH}">
    <div class="filter-line">
      ${selectField({
        name: 'kind',
        label: words.kind,
        value: kind,
        options: [
          ['', words.allKinds],
          ...ACTION_KINDS.map((one) => [one, words.kinds[one]] as const),
        ],
      })}
      ${selectField({
        name: 'who',
        label: words.who,
        value: who,
        options: [
          ['', words.everyone],
          [BY_COMMAND, words.command],
          ...admins.map(({ identifier, name }) => [identifier, name] as const),
        ],
      })}
      ${submitButton({ label: shared.show, look: 'plain' })}
    </div>
    ${kind === '' && who === '' ? null : linkButton(shared.showAll, LOG_PATH, 'quiet')}
  </form>`;

/**
 * Names of accounts, by the user's id or by their identifier, whichever a logged action has noted.
 */
type Names = ReadonlyMap<string, string>;

/** The ids or identifiers of all users whom an action is about. */
const usersIn = ({ kind, subject, detail, end }: OperatorAction): readonly string[] =>
  [isAboutPeople(kind) ? subject : '', detail.user ?? '', end?.outcome.user ?? ''].filter(
    (user) => user !== '',
  );

const actionTable = (texts: PageTexts, actions: readonly OperatorAction[], names: Names): Html => {
  const { log: words } = texts.actions;
  const { columns } = words;
  return table({
    caption: words.caption,
    columns: [
      { name: columns.time },
      { name: columns.who },
      { name: columns.action },
      { name: columns.details },
      { name: columns.result },
    ],
    rows: actions.map((action) => [
      texts.format.moment(action.beganAt),
      whoOf(texts, action),
      words.kinds[action.kind],
      detailsOf(texts, action, names),
      resultOf(texts, action),
    ]),
  });
};

function whoOf({ actions: { log: words } }: PageTexts, { admin }: OperatorAction): Content {
  if (admin === null) return words.command;
  const { identifier, accountName } = admin;
  return html`<a href="/operate/users/${identifier}">${accountName ?? words.formerAdmin}</a>`;
}

/** Shows what an action was about, and which facts were noted before and after it. */
function detailsOf(texts: PageTexts, action: OperatorAction, names: Names): Content {
  const { subject, detail, end } = action;
  const shown = subjectOf(action, names);
  const rows = [detail, end?.outcome ?? {}].flatMap((told) =>
    factRows(texts, withoutSubject(told, subject, names), names),
  );
  if (shown === null && rows.length === 0) return '–';
  return html`<div class="stacked">
    ${shown}
    ${rows.map(([name, value]) => html`<p class="hint">${name}: ${value}</p>`)}
  </div>`;
}

function subjectOf({ kind, subject }: OperatorAction, names: Names): Content {
  if (subject === '') return null;
  // The subject of a logged invitation is a hash, which tells readers nothing. The e-mail address
  // is shown in its place, or nothing if none is known.
  if (INVITATIONS.includes(kind)) {
    const name = names.get(subject);
    return name === undefined ? null : html`<bdi>${name}</bdi>`;
  }
  return ABOUT_USERS.includes(kind) ? userLink(subject, names) : codeOf(subject);
}

/**
 * Leaves out of an action's facts the user whom the action is about, because the line names that
 * user already.
 */
const withoutSubject = (told: ActionDetail, subject: string, names: Names): ActionDetail => {
  const { user, ...others } = told;
  const isSubject = user === subject || (user && names.get(user)) === names.get(subject);
  return user === undefined || isSubject ? others : told;
};

const factRows = (
  texts: PageTexts,
  facts: ActionDetail,
  names: Names,
): readonly (readonly [name: string, value: Content])[] =>
  ACTION_FACTS.flatMap((fact) => {
    const value = facts[fact];
    return value === undefined
      ? []
      : [[texts.actions.log.facts[fact], wordFor(texts, fact, value, names)] as const];
  });

/**
 * Words for a noted fact. Codes of this program are translated. Texts that people wrote, and
 * English texts of the service, are shown as they are.
 */
function wordFor(texts: PageTexts, fact: ActionFact, value: string, names: Names): Content {
  const { format, node, operateLists } = texts;
  if (fact === 'user') return userLink(value, names);
  if (fact === 'parts') return partNames(texts, value);
  if (CODES.includes(fact)) return codeOf(value);
  if (AMOUNTS.includes(fact) && /^\d+$/.test(value)) return format.amount(BigInt(value));
  const words: Readonly<Record<string, string>> | null =
    fact === 'state' ? operateLists.payments.states : fact === 'alarm' ? node.alarms.kinds : null;
  const word = words !== null && Object.hasOwn(words, value) ? words[value] : undefined;
  return html`<bdi>${word ?? value}</bdi>`;
}

/** The names of the parts of a lockdown. */
function partNames({ actions }: PageTexts, value: string): string {
  const { parts } = actions.liftLockdown;
  return value
    .split(' ')
    .map((name) => {
      const part = LOCKDOWN_PARTS.find((known) => known === name);
      return part === undefined ? name : parts[part];
    })
    .join(', ');
}

/** Facts that are shown in the font for code, because they are codes or identifiers. */
const CODES: readonly ActionFact[] = ['why', 'channel', 'txid', 'address', 'spender'];

const AMOUNTS: readonly ActionFact[] = [
  'amountSat',
  'walletSat',
  'hourSat',
  'daySat',
  'netDaySat',
  'singleSat',
  'beyondSat',
  ...LIMIT_NAMES,
];

const codeOf = (text: string): Html => html`<code class="wrapped">${text}</code>`;

/** Kinds of logged actions whose subject is the id of a user. */
const ABOUT_USERS: readonly ActionKind[] = [
  'user_add',
  'user_disable',
  'user_enable',
  'user_sign_out',
  'user_disconnect',
  'user_limits',
  'user_reset_password',
  'user_remove_second_factor',
  'user_set_password',
];

const INVITATIONS: readonly ActionKind[] = ['user_invite', 'invitation_withdraw'];

const isAboutPeople = (kind: ActionKind): boolean =>
  ABOUT_USERS.includes(kind) || INVITATIONS.includes(kind);

/**
 * A link to a user. Its text is their account name, or for a closed account the id or identifier.
 */
const userLink = (user: string, names: Names): Html =>
  html`<a href="/operate/users/${user}">${names.get(user) ?? codeOf(user)}</a>`;

function resultOf({ actions: { log: words } }: PageTexts, { end }: OperatorAction): Html {
  if (end === null) return stateWord('waiting', words.open);
  return stateWord(LOOKS[end.result], words.results[end.result]);
}

const LOOKS: Readonly<Record<ActionResult, State>> = {
  done: 'good',
  refused: 'ended',
  failed: 'bad',
};
