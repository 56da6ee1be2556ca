import { receivedPath } from '../../receive/pages/receive-paths.ts';
import { type Content, type Html, html } from '../../texts/html.ts';
import { emptyState, pageHead, type State, stateWord } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { REQUESTS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AskedRequest, OwnRequest, RequestParty } from '../request-store.ts';
import { type ContactNames, readContactNames, renderParty } from './asker.ts';
import type { RequestPageDeps } from './request-page-deps.ts';
import { requestPath, UNBLOCK_PATH } from './request-paths.ts';

/** What the reader is asked for, whom they asked, and who can ask no more. */
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
        ${pageHead(words.title, words.lead, linkButton(words.begin, '/receive'))}
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
          <ul class="entries">${items}</ul>
        </section>`;

const askedLine = ({ deps, texts, contacts }: Shown, asked: AskedRequest): Html => html`
  <li>
    <div class="said">
      <h3><a href="${requestPath(asked.id)}"
        >${renderParty(deps, texts, contacts, asked.asker)}</a></h3>
      <p class="hint">${texts.requests.until({ time: texts.format.moment(asked.expiresAt) })}</p>
    </div>
    <p>${texts.format.inLists.amount(asked.amountSat)}</p>
  </li>`;

const ownLine = ({ deps, texts, now }: Shown, own: OwnRequest): Html => {
  const [look, word] = stateOf(texts, own, now);
  return html`
    <li>
      <div class="said">
        <h3><a href="${receivedPath(own.identifier)}"
          ><bdi>${own.askedName}@${deps.addressDomain()}</bdi></a></h3>
        <p class="hint">${stateWord(look, word)}</p>
      </div>
      <p>${texts.format.inLists.amount(own.amountSat)}</p>
    </li>`;
};

/** An asker who is blocked, or asked no one, reads the same as all who wait. */
function stateOf(
  { requests: { states } }: PageTexts,
  { settledAt, declinedAt, expiresAt }: OwnRequest,
  now: Date,
): readonly [State, string] {
  if (settledAt !== null) return ['good', states.paid];
  if (declinedAt !== null) return ['ended', states.declined];
  return expiresAt <= now ? ['ended', states.expired] : ['waiting', states.waiting];
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
                ${renderParty(deps, texts, contacts, party)}
              </div>
              <button type="submit" class="button plain" name="user" value="${party.userId}"
                aria-describedby="blocked-${String(index)}">${texts.requests.unblock}</button>
            </li>`,
        )}</ul>`,
      submit: null,
    })}
  </section>`;
