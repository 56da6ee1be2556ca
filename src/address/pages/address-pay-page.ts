import type { Sat } from '../../base/amount.ts';
import { readSat } from '../../base/amount.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { cleanText } from '../../base/text.ts';
import { type Html, html } from '../../i18n/html.ts';
import { postForm, textAreaField, textField } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { ADDRESS_PATH } from '../../web/pages/paths.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PayPage } from '../address-name-store.ts';
import { MAX_PAY_PAGE_AMOUNTS, MAX_PAY_PAGE_TEXT_LENGTH } from '../limits.ts';
import type { AddressPageDeps } from './address-page-deps.ts';

const PATH = `${ADDRESS_PATH}/pay-page`;

const AMOUNTS = Array.from({ length: MAX_PAY_PAGE_AMOUNTS }, (_, index) => `amount${index + 1}`);

/** Saves what a user has set for the public page of their address. */
const send: UserPage<AddressPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: ['text', ...AMOUNTS], at: () => ADDRESS_PATH },
  handle: async (deps, request) => {
    const { form, session, user, texts } = request;
    const words = texts.address.ownPage;
    const read = readPage(deps, request);
    if (!read.ok) {
      return showPage({
        title: words.title,
        section: 'address',
        width: 'narrow',
        status: 400,
        main: html`<h1>${words.title}</h1>${renderForm(request, form, read.refusal)}`,
      });
    }
    await deps.addressNames.savePayPage(user.id, read.value);
    session.keepNotice({ kind: 'done', text: words.saved });
    return redirectTo(ADDRESS_PATH);
  },
};

export const addressPayPagePages: readonly Page<AddressPageDeps>[] = [send];

/**
 * The part of the page Address on which users set the text and the amounts of their public page.
 */
export async function payPageSection(
  { addressNames }: Pick<AddressPageDeps, 'addressNames'>,
  request: UserPageRequest,
): Promise<Html> {
  const resumed = readResumedForm(request);
  const { text, amountsSat } = await addressNames.readPayPage(request.user.id);
  const { format, address: words } = request.texts;
  const kept = new Map([
    ['text', text],
    ...amountsSat.map((one, index) => [AMOUNTS[index] ?? '', format.digits(one)] as const),
  ]);
  const typed = resumed?.has('text') ? resumed : { text: (name: string) => kept.get(name) ?? '' };
  return html`
    <h2>${words.ownPage.title}</h2>
    <p>${words.ownPage.lead}</p>
    ${renderForm(request, typed, [])}`;
}

/** What is wrong with a field of the form. All wrong fields are shown together. */
type Problem = { readonly field: string; readonly text: string };

function readPage(
  { config }: Pick<AddressPageDeps, 'config'>,
  { form, texts }: UserPageRequest,
): Result<PayPage, readonly Problem[]> {
  const { format, address, pay } = texts;
  const problems: Problem[] = [];
  const text = form.text('text').trim();
  if (text.length > MAX_PAY_PAGE_TEXT_LENGTH) {
    const max = String(MAX_PAY_PAGE_TEXT_LENGTH);
    problems.push({ field: 'text', text: address.ownPage.tooLong({ max }) });
  }
  const amountsSat: Sat[] = [];
  for (const field of AMOUNTS) {
    const typed = form.text(field).trim();
    if (typed === '') continue;
    const amount = readSat(format.readDigits(typed));
    if (amount === null || amount < 1n || amount > config.amountMaxSat) {
      const range = { least: format.digits(1n), most: format.digits(config.amountMaxSat) };
      problems.push({ field, text: pay.refused.amount(range) });
    } else if (!amountsSat.includes(amount)) amountsSat.push(amount);
  }
  if (problems.length > 0) return refuse(problems);
  return accept({ text: cleanText(text, MAX_PAY_PAGE_TEXT_LENGTH), amountsSat });
}

function renderForm(
  { session, texts }: UserPageRequest,
  typed: Pick<RequestValues, 'text'>,
  problems: readonly Problem[],
): Html {
  const words = texts.address.ownPage;
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.text;
  return postForm({
    action: PATH,
    csrfToken: session.csrfToken(),
    fields: [
      textAreaField({
        name: 'text',
        label: words.text,
        hint: words.textHint({ max: String(MAX_PAY_PAGE_TEXT_LENGTH) }),
        rows: 3,
        isProse: true,
        optional: texts.frame.optional,
        value: typed.text('text'),
        problem: problemOf('text'),
      }),
      html`<div class="amounts-to-offer">${AMOUNTS.map((name, index) =>
        textField({
          name,
          label: words.amount({ number: String(index + 1) }),
          inputMode: 'numeric',
          autocomplete: 'off',
          unit: 'sat',
          value: typed.text(name),
          problem: problemOf(name),
        }),
      )}</div>`,
    ],
    submit: { label: words.save, look: 'plain' },
  });
}
