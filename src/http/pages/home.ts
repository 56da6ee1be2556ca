import { readOverview } from '../../usecases/receipts/read-overview.ts';
import type { HistoryQuery } from '../../wallet/history-store.ts';
import { presentLightningAddress } from '../present/present-account.ts';
import { linkButton } from './kit/controls.ts';
import { html } from './kit/html.ts';
import {
  type GuestPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
} from './kit/page.ts';
import { readRecordLine } from './kit/read-record.ts';
import { showOverview } from './overview.ts';
import type { PageDeps } from './page-deps.ts';
import type { PageTexts } from './texts/en.ts';
import { isTroubled } from './webhooks/endpoint-words.ts';

/** The start page: what this is for guests, the wallet for its user. */
const show: GuestPage = {
  method: 'GET',
  path: '/',
  access: 'anyone',
  handle: async (deps, { user, query, texts }) => {
    if (user === null) return showLanding(texts.landing, deps.baseUrl());
    return answerOverview(deps, texts, user.id, {
      direction: DIRECTIONS.get(query.text('show')) ?? 'both',
      before: /^[A-Za-z0-9]{1,64}$/.exec(query.text('before'))?.[0] ?? null,
    });
  },
};

export const homePages: readonly Page[] = [show];

const DIRECTIONS: ReadonlyMap<string, HistoryQuery['direction']> = new Map([
  ['in', 'incoming'],
  ['out', 'outgoing'],
]);

async function answerOverview(
  deps: PageDeps,
  texts: PageTexts,
  userId: string,
  wish: Pick<HistoryQuery, 'direction' | 'before'>,
): Promise<PageAnswer> {
  const [overview, endpoints, address] = await Promise.all([
    readOverview(deps, { userId, ...wish }),
    deps.endpoints.list({ userId, clientId: null, grantId: null }),
    presentLightningAddress(deps, userId),
  ]);
  // Of another wallet, or of none.
  if (!overview.ok) return redirectTo('/');
  const { figures, records, hasOlder } = overview.value;
  return showOverview(texts, {
    ...wish,
    figures,
    hasOlder,
    lightningAddress: address.lightning_address ?? null,
    baseUrl: deps.baseUrl(),
    lines: records.map(readRecordLine),
    troubled: endpoints.filter(isTroubled),
  });
}

const showLanding = (words: PageTexts['landing'], baseUrl: string): ShownPage =>
  showPage({
    title: words.title,
    width: 'narrow',
    main: html`
    <h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <p class="actions">${linkButton(words.signIn, '/sign-in', 'main')}</p>
    <p class="hint">${words.developers(`${baseUrl}/docs`)}</p>`,
  });
