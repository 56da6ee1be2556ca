import { showForeign } from '../../base/text.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AskingSpender } from '../asking-spender.ts';
import { MAX_SHOWN_TEXT } from '../limits.ts';

type Row = readonly [name: string, value: Content];

/** Says in our words who asks, with its name as a text of others. */
export function spenderName({ approvals: words }: PageTexts, spender: AskingSpender | null): Html {
  if (spender === null) return html`${words.spender.gone}`;
  const name = html`<bdi>${showForeign(spender.name, MAX_SHOWN_TEXT)}</bdi>`;
  const said = spender.kind === 'token' ? words.spender.token : words.spender.app;
  return said({ name });
}

/** The host to which an OAuth app leads people back, as the app can have any name. */
export function hostFacts({ connectedApps }: PageTexts, { url }: AskingSpender): readonly Row[] {
  if (url === null) return [];
  const host = URL.parse(url)?.host ?? url;
  return [[connectedApps.facts.website, html`<bdi class="whole">${host}</bdi>`]];
}

/** What helps to recognise an app or token: its kind, and since when it is known. */
export function spenderFacts(texts: PageTexts, spender: AskingSpender): readonly Row[] {
  const { approvals, connectedApps, connections, format } = texts;
  const { kind, createdAt, lastUsedAt } = spender;
  const { facts: names } = connectedApps;
  if (kind === 'token') return [[approvals.spender.made, format.day(createdAt)]];
  const used = lastUsedAt === null ? names.notUsed : format.moment(lastUsedAt);
  return [
    ...(kind === 'app' ? [] : [[connections.kind, connections.kinds[kind].title] as const]),
    [names.connected, format.day(createdAt)],
    [names.lastUsed, used],
  ];
}
