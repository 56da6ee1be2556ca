import { type Html, html } from '../../i18n/html.ts';
import { readOwnInvoice } from '../../invoices/read-own-invoice.ts';
import type { Invoice } from '../../ledger/invoice.ts';
import { watchWallet } from '../../web/live/live.ts';
import { postForm } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { RECEIVE_PATH } from '../../web/pages/paths.ts';
import { readerRate, readerRateAt } from '../../web/pages/reader-rate.ts';
import { makeAddress } from './bitcoin.ts';
import { simulatedPayForm } from './play.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { bothPath, hideInvoicePath, receivedPath } from './receive-paths.ts';
import { renderBoth, takesBoth } from './show-both.ts';
import { amountText, renderOwnInvoice, sayOf } from './show-invoice.ts';

/**
 * The page of an invoice that its user shows to the payer. An invoice of another user is answered
 * as one that does not exist.
 */
const show: UserPage<ReceivePageDeps> = {
  method: 'GET',
  path: `${RECEIVE_PATH}/:identifier`,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { params, texts, user } = request;
    // The page subscribes to changes before it reads, so that it misses no payment.
    const live = await watchWallet(deps, request);
    const found = await readOwnInvoice(deps, user.id, params.text('identifier'));
    if (!found.ok) return notFoundPage();
    const { invoice, state } = found.value;
    const rate =
      state.kind === 'paid'
        ? await readerRateAt(deps, user, state.settledAt)
        : await readerRate(deps, user);
    const content = await renderOwnInvoice(deps, texts, found.value, rate);
    const offersPlay = deps.play !== null && state.kind === 'waiting';
    return showPage({
      title: texts.receive.invoiceTitle[state.kind]({ amount: amountText(texts, found.value) }),
      section: 'receive',
      width: 'narrow',
      live,
      main: html`
        ${livePart('invoice', content, sayOf(texts, found.value))}
        ${livePart('both', await renderBoth(deps, request, found.value))}
        ${livePart('play', offersPlay ? simulatedPayForm(request, invoice) : html``)}
        ${livePart('hide', state.kind === 'waiting' ? hideForm(request, invoice) : html``)}`,
    });
  },
};

/**
 * Hides an invoice whose payment its user no longer waits for. Someone who has the invoice can
 * still pay it.
 */
const hide: UserPage<ReceivePageDeps> = {
  method: 'POST',
  path: hideInvoicePath(':identifier'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => receivedPath(params.text('identifier')) },
  handle: async (deps, { params, session, texts, user }) => {
    const found = await readOwnInvoice(deps, user.id, params.text('identifier'));
    if (!found.ok) return notFoundPage();
    await deps.invoices.hideInvoice(user.id, found.value.invoice.identifier, deps.clock.now());
    session.keepNotice({ kind: 'done', text: texts.receive.waiting.hidden });
    return redirectTo('/');
  },
};

/**
 * Makes a bitcoin address for an invoice when a form is sent. Opening a link makes none, because
 * browsers open links in advance.
 */
const makeBoth: UserPage<ReceivePageDeps> = {
  method: 'POST',
  path: bothPath(':identifier'),
  access: 'signed_in',
  resumable: { fields: [], at: ({ params }) => receivedPath(params.text('identifier')) },
  handle: async (deps, { params, user }) => {
    const { onchain } = deps;
    const found = await readOwnInvoice(deps, user.id, params.text('identifier'));
    if (!found.ok || onchain === null) return notFoundPage();
    const { identifier } = found.value.invoice;
    if (takesBoth(onchain, found.value)) await makeAddress(deps, onchain, user.id);
    return redirectTo(`${receivedPath(identifier)}?code=both`);
  },
};

export const receiveInvoicePages: readonly Page<ReceivePageDeps>[] = [show, hide, makeBoth];

const hideForm = (
  { session, texts: { receive: words } }: UserPageRequest,
  { identifier }: Invoice,
): Html => html`
  <p class="hint">${words.waiting.hideHint}</p>
  ${postForm({
    action: hideInvoicePath(identifier),
    csrfToken: session.csrfToken(),
    fields: null,
    submit: { label: words.waiting.hide, look: 'plain' },
  })}`;
