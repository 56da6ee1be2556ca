import { type Html, html } from '../../i18n/html.ts';

/**
 * The reader's own name for a payee. Their address is what is paid: it stands below, and is never
 * cut.
 */
export const namedAddress = (name: string | null, address: string): Html =>
  name === null
    ? addressAlone(address)
    : html`<span class="named"><bdi>${name}</bdi> ${addressAlone(address)}</span>`;

/** The address first: the name is what its owner calls themselves, which may be anybody's name. */
export const addressOfNamed = (address: string, name: Html | null): Html =>
  name === null
    ? addressAlone(address)
    : html`<span class="named">${addressAlone(address)} <span class="faint">${name}</span></span>`;

const addressAlone = (address: string): Html => html`<bdi class="whole">${address}</bdi>`;
