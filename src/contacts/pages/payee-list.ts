import { type Content, type Html, html } from '../../i18n/html.ts';
import { postForm } from '../../web/pages/controls.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';

export interface ListedPayee {
  /** The text that is paid to reach the payee, such as an address or LNURL. */
  readonly text: string;
  /** The name that the reader keeps for the payee; null for none. */
  readonly name: string | null;
  /** What identifies the payee for everyone: a lightning address, or the domain of an LNURL. */
  readonly payee: string;
  /** A second link in the payee's line, which leads to another page. */
  readonly aside?: Content;
}

/**
 * What happens when the reader presses an entry of the list: the form's action, and further fields.
 */
export interface PayeePress {
  readonly action: string;
  readonly fields: Content;
}

/**
 * A press that leads to the page on which a payment is reviewed. No money moves before that page.
 */
const PAY: PayeePress = { action: SEND_PATH, fields: null };

/**
 * A list of people whom the reader knows. Pressing one begins a payment to them, or whatever action
 * the page names.
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
