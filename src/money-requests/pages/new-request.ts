import { type ListedPayee, payeeList } from '../../contacts/pages/payee-list.ts';
import { type Html, html } from '../../i18n/html.ts';
import { receivedPath } from '../../receive/pages/receive-paths.ts';
import { facts, untrustedText } from '../../web/pages/components.ts';
import { hiddenField, linkButton, postForm, textField } from '../../web/pages/controls.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { ADDRESS_PATH, askPath, REQUESTS_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type AskRefusal, askForMoney } from '../ask-for-money.ts';
import { OFFERED_CONTACTS } from '../limits.ts';
import type { AskingInvoice } from '../request-store.ts';
import type { RequestPageDeps } from './request-page-deps.ts';
import { NEW_REQUEST_PATH } from './request-paths.ts';

/** The page on which a user chooses whom to ask to pay an invoice. */
const show: UserPage<RequestPageDeps> = {
  method: 'GET',
  path: NEW_REQUEST_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withInvoice(deps, request, request.query.text('invoice'), async (invoice) => {
      const hasName = (await deps.addressNames.findName(request.user.id)) !== null;
      const refusal = hasName ? null : ({ kind: 'no_own_name' } as const);
      return await showForm(deps, request, invoice, { typed: '', refusal });
    }),
};

const send: UserPage<RequestPageDeps> = {
  method: 'POST',
  path: NEW_REQUEST_PATH,
  access: 'signed_in',
  resumable: { fields: ['to'], at: ({ form }) => askPath(form.text('invoice')) },
  handle: (deps, request) =>
    withInvoice(deps, request, request.form.text('invoice'), async (invoice) => {
      const { form, session, texts, user } = request;
      const typed = form.text('to');
      const input = { userId: user.id, invoiceIdentifier: invoice.identifier, to: typed };
      const asked = await askForMoney(deps, input);
      if (!asked.ok)
        return await showForm(deps, request, invoice, { typed, refusal: asked.refusal });
      session.keepNotice({ kind: 'done', text: texts.requests.asking.done });
      return redirectTo(REQUESTS_PATH);
    }),
};

export const newRequestPages: readonly Page<RequestPageDeps>[] = [show, send];

async function withInvoice(
  { requests }: RequestPageDeps,
  { user }: UserPageRequest,
  identifier: string,
  work: (invoice: AskingInvoice) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const invoice = await requests.findAsking(user.id, identifier);
  return invoice === null ? notFoundPage() : await work(invoice);
}

interface Typed {
  readonly typed: string;
  readonly refusal: AskRefusal | null;
}

/** Reads the user's contacts whose address is one of this service. */
async function readContactsHere(
  { addressDomain, contacts }: RequestPageDeps,
  userId: string,
): Promise<readonly ListedPayee[]> {
  const all = await contacts.listContacts(userId);
  return all
    .filter(({ target }) => target.endsWith(`@${addressDomain()}`))
    .slice(0, OFFERED_CONTACTS)
    .map(({ name, target }) => ({ text: target, name, payee: target }));
}

async function showForm(
  deps: RequestPageDeps,
  { session, texts, user }: UserPageRequest,
  { identifier, amountSat, memo, expiresAt }: AskingInvoice,
  { typed, refusal }: Typed,
): Promise<ShownPage> {
  const { addressDomain } = deps;
  const known = await readContactsHere(deps, user.id);
  const { format, requests } = texts;
  const words = requests.asking;
  const back = linkButton(texts.frame.cancel, receivedPath(identifier));
  const form = postForm({
    action: NEW_REQUEST_PATH,
    csrfToken: session.csrfToken(),
    isSentOnce: true,
    fields: [
      hiddenField('invoice', identifier),
      textField({
        name: 'to',
        label: words.to,
        hint: words.toHint({ example: `ann@${addressDomain()}` }),
        value: typed,
        autocomplete: 'off',
        isVerbatim: true,
        isRequired: true,
        hasFocus: true,
        problem: refusal === null ? undefined : problemOf(texts, refusal),
      }),
    ],
    submit: { label: words.submit },
    others: back,
  });
  return showPage({
    title: words.title,
    section: 'receive',
    width: 'narrow',
    status: refusal === null || refusal.kind === 'no_own_name' ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <section class="card">
        ${facts([
          [requests.amount, format.amount(amountSat)],
          ...(memo === null ? [] : [[requests.memo, untrustedText(memo)] as const]),
          [requests.expires, format.moment(expiresAt)],
        ])}
      </section>
      ${
        refusal?.kind === 'no_own_name'
          ? html`
              <p class="notice warn">${words.noOwnName}</p>
              <p class="actions">${linkButton(words.chooseName, ADDRESS_PATH, 'main')} ${back}</p>`
          : [form, known.length === 0 ? null : contactsCard(session, texts, identifier, known)]
      }`,
  });
}

const contactsCard = (
  session: UserPageRequest['session'],
  { contacts, requests }: PageTexts,
  invoice: string,
  known: readonly ListedPayee[],
): Html => html`
  <section class="card">
    <h2>${contacts.title}</h2>
    <p class="hint">${requests.asking.pressHint}</p>
    ${payeeList(session.csrfToken(), known, {
      action: NEW_REQUEST_PATH,
      fields: hiddenField('invoice', invoice),
    })}
  </section>`;

function problemOf({ requests }: PageTexts, { kind }: AskRefusal): string {
  const words = requests.problems;
  switch (kind) {
    case 'no_own_name':
      return requests.asking.noOwnName;
    case 'not_a_name_here':
      return words.notANameHere;
    case 'own_name':
      return words.ownName;
    case 'invoice_not_open':
      return words.invoiceNotOpen;
    case 'asked_before':
      return words.askedBefore;
    case 'too_many_of_pair':
      return words.tooManyOfPair;
    case 'too_many_open':
      return words.tooManyOpen;
    case 'too_many_today':
      return words.tooManyToday;
  }
}
