import type { Sat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { receivedPath } from '../../receive/pages/receive-paths.ts';
import { emptyState, pageHead } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { type IconName, icon } from '../../web/pages/icons.ts';
import {
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { RECEIVE_PATH, REQUESTS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AskedRequest, OwnRequest, RequestParty } from '../request-store.ts';
import { type ContactNames, readContactNames, renderParty } from './asker.ts';
import type { RequestPageDeps } from './request-page-deps.ts';
import { requestPath, UNBLOCK_PATH } from './request-paths.ts';

/**
 * The page that lists requests to the reader, requests by the reader, and the users whom the reader
 * has blocked.
 */
const show: UserPage<RequestPageDeps> = {
  method: 'GET',
  path: REQUESTS_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, texts } = request;
    const now = deps.clock.now();
    const [asked, own, blocked] = await Promise.all([
      deps.requests.listAsked(user.id, now),
      deps.requests.listOwn(user.id),
      deps.requests.listBlocked(user.id),
    ]);
    const parties = [...asked.map(({ asker }) => asker), ...blocked];
    const contacts = await readContactNames(deps, user.id, parties);
    const shown = { deps, texts, contacts, now };
    const words = texts.requests;
    const isUnused = asked.length === 0 && own.length === 0;
    return showPage({
      title: words.title,
      section: 'receive',
      width: 'narrow',
      main: html`
        ${pageHead(words.title, words.lead, linkButton(words.begin, RECEIVE_PATH))}
        ${isUnused ? emptyState(words.unused.title, words.unused.text) : null}
        ${lines(
          words.asked,
          asked.map((one) => askedLine(shown, one)),
        )}
        ${lines(
          words.own,
          own.map((one) => ownLine(shown, one)),
        )}
        ${blocked.length === 0 ? null : blockedCard(request, shown, blocked)}`,
    });
  },
};

const unblock: UserPage<RequestPageDeps> = {
  method: 'POST',
  path: UNBLOCK_PATH,
  access: 'signed_in',
  handle: async ({ requests }, { form, session, texts, user }) => {
    await requests.unblock(user.id, form.text('user'));
    session.keepNotice({ kind: 'done', text: texts.requests.unblocked });
    return redirectTo(REQUESTS_PATH);
  },
};

export const requestListPages: readonly Page<RequestPageDeps>[] = [show, unblock];

interface Shown {
  readonly deps: RequestPageDeps;
  readonly texts: PageTexts;
  readonly contacts: ContactNames;
  readonly now: Date;
}

const lines = (title: string, items: readonly Html[]): Content =>
  items.length === 0
    ? null
    : html`
        <section class="card">
          <h2>${title}</h2>
          <ul class="movements">${items.map((item) => html`<li>${item}</li>`)}</ul>
        </section>`;

interface Line {
  readonly path: string;
  readonly icon: IconName;
  readonly look: 'settled' | 'pending' | 'failed';
  readonly who: Html;
  readonly hint: Content;
  readonly amountSat: Sat;
}

const renderLine = ({ format }: PageTexts, line: Line): Html => html`
  <a class="movement ${line.look}" href="${line.path}">
    ${icon(line.icon)}
    <span class="what">
      <span class="title">${line.who}</span>
      <span class="hint">${line.hint}</span>
    </span>
    <span class="how-much">${format.inLists.amount(line.amountSat)}</span>
  </a>`;

const askedLine = ({ deps, texts, contacts }: Shown, asked: AskedRequest): Html =>
  renderLine(texts, {
    path: requestPath(asked.id),
    icon: 'outgoing',
    look: 'settled',
    who: renderParty(deps, texts, contacts, asked.asker),
    hint: texts.requests.until({ time: texts.format.moment(asked.expiresAt) }),
    amountSat: asked.amountSat,
  });

const ownLine = ({ deps, texts, now }: Shown, own: OwnRequest): Html => {
  const state = stateOf(own, now);
  return renderLine(texts, {
    path: receivedPath(own.identifier),
    ...LOOKS[state],
    who: html`<bdi>${own.askedName}@${deps.addressDomain()}</bdi>`,
    hint: texts.requests.states[state],
    amountSat: own.amountSat,
  });
};

type RequestState = keyof PageTexts['requests']['states'];

const LOOKS: Readonly<Record<RequestState, Pick<Line, 'icon' | 'look'>>> = {
  waiting: { icon: 'pending', look: 'pending' },
  paid: { icon: 'incoming', look: 'settled' },
  declined: { icon: 'failed', look: 'failed' },
  expired: { icon: 'failed', look: 'failed' },
};

/**
 * Describes the state of a request in words. Askers cannot see whether they were blocked or whether
 * the name exists: a request that reached no one reads like any other that waits.
 */
function stateOf({ settledAt, declinedAt, expiresAt }: OwnRequest, now: Date): RequestState {
  if (settledAt !== null) return 'paid';
  if (declinedAt !== null) return 'declined';
  return expiresAt <= now ? 'expired' : 'waiting';
}

const blockedCard = (
  { session }: UserPageRequest,
  { deps, texts, contacts }: Shown,
  blocked: readonly RequestParty[],
): Html => html`
  <section class="card">
    <h2>${texts.requests.blocked}</h2>
    <p class="hint">${texts.requests.blockedHint}</p>
    ${postForm({
      action: UNBLOCK_PATH,
      csrfToken: session.csrfToken(),
      fields: html`
        <ul class="entries">${blocked.map(
          (party, index) => html`
            <li>
              <div class="said" id="blocked-${String(index)}">
                <p>${renderParty(deps, texts, contacts, party)}</p>
              </div>
              <button type="submit" class="button plain" name="user" value="${party.userId}"
                aria-describedby="blocked-${String(index)}">${texts.requests.unblock}</button>
            </li>`,
        )}</ul>`,
      submit: null,
    })}
  </section>`;
