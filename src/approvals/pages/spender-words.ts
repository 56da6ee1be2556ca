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

/** What helps to recognise an app or token, as it can have any name. */
export function spenderFacts(texts: PageTexts, spender: AskingSpender): readonly Row[] {
  const { approvals, connectedApps, connections, format } = texts;
  const { kind, url, createdAt, lastUsedAt } = spender;
  const { facts: names } = connectedApps;
  const host = url === null ? null : (URL.parse(url)?.host ?? url);
  return [
    ...(kind === 'nwc' || kind === 'lndhub'
      ? [[connections.kind, connections.kinds[kind].title] as const]
      : []),
    ...(host === null ? [] : [[names.website, html`<bdi class="whole">${host}</bdi>`] as const]),
    [kind === 'token' ? approvals.spender.made : names.connected, format.day(createdAt)],
    ...(kind === 'token'
      ? []
      : [
          [
            names.lastUsed,
            lastUsedAt === null ? names.notUsed : format.moment(lastUsedAt),
          ] as const,
        ]),
  ];
}
