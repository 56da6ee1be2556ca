import { html } from '../../i18n/html.ts';
import { type Page, redirectTo, showPage, type UserPage } from '../../web/pages/page.ts';
import { ADDRESS_PATH } from '../../web/pages/paths.ts';
import { addressQr, largeAddress, PRINT_PATH } from './address-card.ts';
import type { AddressPageDeps } from './address-page-deps.ts';

/**
 * A page with the address that is made for printing, as a sheet for a counter or a door. On the
 * screen it also says how to print it.
 */
const show: UserPage<AddressPageDeps> = {
  method: 'GET',
  path: PRINT_PATH,
  access: 'signed_in',
  handle: async (deps, { user, texts: { address: words } }) => {
    const { title, howTo, back, heading, instruction } = words.print;
    const name = await deps.addressNames.findName(user.id);
    if (name === null) return redirectTo(ADDRESS_PATH);
    return showPage({
      title,
      width: 'narrow',
      isQuestion: true,
      main: html`
        <p class="on-screen hint">${howTo} <a href="${ADDRESS_PATH}">${back}</a></p>
        <article class="sheet">
          <p class="eyebrow">${heading}</p>
          <h1>${largeAddress(`${name}@${deps.addressDomain()}`)}</h1>
          ${await addressQr(deps, words, name)}
          <p>${instruction}</p>
        </article>`,
    });
  },
};

export const addressPrintPages: readonly Page<AddressPageDeps>[] = [show];
