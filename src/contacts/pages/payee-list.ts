import { type Content, type Html, html } from '../../i18n/html.ts';
import { postForm } from '../../web/pages/controls.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';

export interface ListedPayee {
  /** A text that can be paid, which stands for the payee. */
  readonly text: string;
  /** The name that the reader keeps for the payee; null for none. */
  readonly name: string | null;
  /** The payee as everyone knows them: an address, or the domain of a link. */
  readonly payee: string;
  /** A second link beside the payee, which leads elsewhere. */
  readonly aside?: Content;
}

/** What a press on an entry of the list does. */
export interface PayeePress {
  readonly action: string;
  readonly fields: Content;
}

/** A press that leads to the review of a payment: nothing is sent before that. */
const PAY: PayeePress = { action: SEND_PATH, fields: null };

/**
 * A list of people whom the reader knows. One press begins to pay them, or whatever else is asked.
 */
export const payeeList = (
  csrfToken: string,
  payees: readonly ListedPayee[],
  { action, fields }: PayeePress = PAY,
): Html =>
  postForm({
    action,
    csrfToken,
    isSentOnce: true,
    fields: html`${fields}
      <ul class="payees">${payees.map((payee) => html`<li>${renderRow(payee)}</li>`)}</ul>`,
    submit: null,
  });

const renderRow = ({ text, name, payee, aside }: ListedPayee): Html => html`
  <button type="submit" class="payee" name="to" value="${text}">
    <span class="initial" aria-hidden="true" data-initial="${initialOf(name ?? payee)}"></span>
    <span class="what">
      <bdi class="title">${name ?? payee}</bdi>
      ${name === null ? null : html`<bdi class="hint">${payee}</bdi>`}
    </span>
  </button>
  ${aside ?? null}`;

const initialOf = (name: string): string => [...name.toUpperCase()][0] ?? '';
