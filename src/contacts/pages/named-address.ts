import { type Html, html } from '../../i18n/html.ts';

/**
 * Shows the name that the reader keeps for a payee, and below it the whole address that is paid, so
 * that the name cannot hide whom the money goes to.
 */
export const namedAddress = (name: string | null, address: string): Html =>
  name === null
    ? addressAlone(address)
    : html`<span class="named"><bdi>${name}</bdi> ${addressAlone(address)}</span>`;

/**
 * Shows an address before the name of its owner. Owners choose their names, so a name could be that
 * of someone else; the address is unique.
 */
export const addressOfNamed = (address: string, name: Html | null): Html =>
  name === null
    ? addressAlone(address)
    : html`<span class="named">${addressAlone(address)} <span class="faint">${name}</span></span>`;

const addressAlone = (address: string): Html => html`<bdi class="whole">${address}</bdi>`;
