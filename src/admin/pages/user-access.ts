import { deviceName } from '../../accounts/pages/device-name.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, type State, stateWord, type Table, table } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_SHOWN_OF_USER } from '../limits.ts';
import type {
  SeenApp,
  SeenEndpoint,
  SeenSession,
  SeenToken,
  UserAccess,
} from '../user-access-store.ts';

/**
 * Cards with the apps, tokens and sessions of one user, for admins. They show names, limits and
 * times, but nothing about payments.
 */
export const accessCards = (texts: PageTexts, access: UserAccess, now: Date): Html => {
  const { sessions, apps, tokens, endpoints } = texts.users.access;
  return html`
    ${list(texts, sessions, access.sessions, (shown) => sessionTable(texts, shown))}
    ${list(texts, apps, access.apps, (shown) => appTable(texts, shown, now))}
    ${list(texts, tokens, access.tokens, (shown) => tokenTable(texts, shown))}
    ${list(texts, endpoints, access.endpoints, (shown) => endpointTable(texts, shown))}
    <p class="hint">${texts.users.access.kept}</p>`;
};

interface ListWords {
  readonly heading: string;
  readonly none: string;
}

/**
 * A card with a list of the user's apps, tokens or sessions. The caller has read one row more than
 * the card shows. If that row is there, the card says that there are more.
 */
function list<Row>(
  { format, users }: PageTexts,
  { heading, none }: ListWords,
  rows: readonly Row[],
  toTable: (shown: readonly Row[]) => Table,
): Html {
  if (rows.length === 0) return card(heading, html`<p class="faint">${none}</p>`);
  const isCut = rows.length > MAX_SHOWN_OF_USER;
  const newest = users.access.newest({ count: format.digits(MAX_SHOWN_OF_USER) });
  return card(
    heading,
    html`
      ${isCut ? html`<p>${newest}</p>` : null}
      ${table(toTable(rows.slice(0, MAX_SHOWN_OF_USER)))}`,
  );
}

function sessionTable(texts: PageTexts, sessions: readonly SeenSession[]): Table {
  const { format, security, users } = texts;
  const { heading, columns } = users.access.sessions;
  return {
    caption: heading,
    columns: [{ name: columns.browser }, { name: columns.since }, { name: columns.lastSeen }],
    rows: sessions.map(({ device, signedInAt, lastSeenAt }) => [
      deviceName(security.device, device),
      format.moment(signedInAt),
      format.moment(lastSeenAt),
    ]),
  };
}

function appTable(texts: PageTexts, apps: readonly SeenApp[], now: Date): Table {
  const { connections, format, users } = texts;
  const { heading, columns, oauth, notUsed } = users.access.apps;
  return {
    caption: heading,
    columns: [
      { name: columns.name },
      { name: columns.kind },
      { name: columns.limit },
      { name: columns.lastUsed },
      { name: columns.ends },
    ],
    rows: apps.map((app) => [
      html`<bdi>${app.name}</bdi>`,
      app.kind === 'app' ? oauth : connections.kinds[app.kind].title,
      spentOf(texts, app),
      app.lastUsedAt === null ? notUsed : format.moment(app.lastUsedAt),
      endOf(texts, app, now),
    ]),
  };
}

function tokenTable(texts: PageTexts, tokens: readonly SeenToken[]): Table {
  const { heading, columns } = texts.users.access.tokens;
  return {
    caption: heading,
    columns: [
      { name: columns.name },
      { name: columns.limit },
      { name: columns.created },
      { name: columns.ends },
    ],
    rows: tokens.map((token) => [
      html`<bdi>${token.name}</bdi>`,
      spentOf(texts, token),
      texts.format.day(token.createdAt),
      endOf(texts, token, null),
    ]),
  };
}

/**
 * How much of a budget is used up in its present window, such as this month, and which payments
 * wait for approval.
 */
function spentOf(texts: PageTexts, { spends, budget }: SeenToken): Content {
  const { budget: words, format, users } = texts;
  if (!spends) return users.access.cannotSpend;
  if (budget === null) return words.meter.noLimit;
  const { usedSat, limitSat, askAboveSat, interval } = budget;
  const spent =
    limitSat === null
      ? words.meter.noLimit
      : words.meter.spent[interval]({
          used: format.satBeside(usedSat),
          limit: format.sat(limitSat),
        });
  if (askAboveSat === null) return spent;
  const { above, always } = users.access.asks;
  return [spent, ', ', askAboveSat === 0n ? always : above({ amount: format.sat(askAboveSat) })];
}

/** The end of a token in words. Tokens that have already ended are not listed. */
function endOf({ format, users }: PageTexts, { expiresAt }: SeenToken, now: Date | null): Content {
  if (expiresAt === null) return users.access.never;
  const isOver = now !== null && expiresAt <= now;
  return isOver ? stateWord('ended', users.access.ended) : format.day(expiresAt);
}

function endpointTable({ format, users }: PageTexts, endpoints: readonly SeenEndpoint[]): Table {
  const { heading, columns, states } = users.access.endpoints;
  return {
    caption: heading,
    columns: [{ name: columns.host }, { name: columns.state }, { name: columns.when }],
    rows: endpoints.map(({ host, state }) => [
      html`<code class="wrapped">${host}</code>`,
      stateWord(LOOKS[state.kind], states[state.kind]),
      state.kind === 'unused'
        ? '–'
        : format.moment(state.kind === 'delivering' ? state.last : state.since),
    ]),
  };
}

const LOOKS: Readonly<Record<SeenEndpoint['state']['kind'], State>> = {
  off: 'ended',
  given_up: 'bad',
  failing: 'bad',
  delivering: 'good',
  unused: 'ended',
};
