import { type Html, html } from '../../i18n/html.ts';

/** Shows the reader's own name for a payee, above the address that is paid, which is never cut. */
export const namedAddress = (name: string | null, address: string): Html =>
  name === null
    ? addressAlone(address)
    : html`<span class="named"><bdi>${name}</bdi> ${addressAlone(address)}</span>`;

/** Shows an address before the name of its owner, who may have chosen anyone's. */
export const addressOfNamed = (address: string, name: Html | null): Html =>
  name === null
    ? addressAlone(address)
    : html`<span class="named">${addressAlone(address)} <span class="faint">${name}</span></span>`;

const addressAlone = (address: string): Html => html`<bdi class="whole">${address}</bdi>`;
