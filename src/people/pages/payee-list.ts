import { type Content, type Html, html } from '../../texts/html.ts';
import { postForm } from '../../web/pages/controls.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';

export interface ListedPayee {
  /** What is paid. */
  readonly text: string;
  /** The name that the reader keeps; null for none. */
  readonly name: string | null;
  /** What stands for the payee to everyone: an address, or the domain of a link. */
  readonly payee: string;
  /** Beside it, where it leads elsewhere. */
  readonly aside?: Content;
}

/** Whom the reader may pay: one press begins it, and nothing leaves before its review. */
export const payeeList = (csrfToken: string, payees: readonly ListedPayee[]): Html =>
  postForm({
    action: SEND_PATH,
    csrfToken,
    isSentOnce: true,
    fields: html`
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
