import { html } from '../../i18n/html.ts';
import { linkButton } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  notFoundPage,
  type Page,
  type ShownPage,
  sendData,
  showPage,
} from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { readPayerInvoice } from '../read-payer-invoice.ts';
import type { AddressPageDeps } from './address-page-deps.ts';
import { payPath } from './pay-paths.ts';
import { payerWaitSec, tooOftenPage } from './pay-rate.ts';
import { showPayerInvoice } from './show-payer-invoice.ts';

const PATH = '/pay/:name/:id';

/** The page of an invoice that a payer requested on the public page of an address. */
const show: GuestPage<AddressPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const waitSec = payerWaitSec(deps, request, 'look_up');
    if (waitSec > 0) return tooOftenPage(waitSec);
    const { params, texts } = request;
    const [name, id] = [params.text('name'), params.text('id')];
    const found = await readPayerInvoice(deps, name, id);
    if (found.ok) return showPayerInvoice(deps, texts, { invoice: found.value, name, id });
    return found.refusal.kind === 'payee_not_found'
      ? notFoundPage()
      : showRemoved(texts.pay, name.toLowerCase());
  },
};

/**
 * Tells the script of an invoice's page whether the invoice was paid or has expired. The script
 * asks until then.
 */
const state: GuestPage<AddressPageDeps> = {
  method: 'GET',
  path: `${PATH}/state`,
  access: 'anyone',
  handle: async (deps, request) => {
    const waitSec = payerWaitSec(deps, request, 'look_up');
    if (waitSec > 0) return tooOftenPage(waitSec);
    const { params } = request;
    const found = await readPayerInvoice(deps, params.text('name'), params.text('id'));
    return found.ok ? sendData({ state: found.value.state.kind }) : notFoundPage();
  },
};

export const payInvoicePages: readonly Page<AddressPageDeps>[] = [show, state];

const showRemoved = (
  { invoice: { removed: words } }: PageTexts['pay'],
  pathName: string,
): ShownPage =>
  showPage({
    title: words.title,
    width: 'narrow',
    isQuestion: true,
    status: 404,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      <p class="actions">${linkButton(words.again, payPath(pathName), 'main')}</p>`,
  });
