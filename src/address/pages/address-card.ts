import { type Html, html } from '../../i18n/html.ts';
import { copyButton, shareButton } from '../../web/pages/components.ts';
import { ADDRESS_PATH } from '../../web/pages/paths.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { addressQrText } from '../address-qr-text.ts';
import type { AddressPageDeps } from './address-page-deps.ts';
import { payPath } from './pay-paths.ts';

export const PRINT_PATH = `${ADDRESS_PATH}/print`;

type Deps = Pick<AddressPageDeps, 'addressDomain' | 'qrPictures'>;

/** A card with the user's lightning address, and with ways to show the address to others. */
export async function addressCard(
  deps: Deps,
  { address: words, frame }: PageTexts,
  name: string,
): Promise<Html> {
  const address = `${name}@${deps.addressDomain()}`;
  return html`
    <section class="card address-card" aria-labelledby="yours">
      ${await addressQr(deps, words, name)}
      <div>
        <h2 id="yours" class="eyebrow">${words.yours}</h2>
        <p>${largeAddress(address)}</p>
        <p class="actions">${copyButton(frame, address)} ${shareButton(frame, address)}</p>
        <ul class="links">
          <li><a href="${payPath(name)}">${words.payPage}</a></li>
          <li><a href="${PRINT_PATH}">${words.printSheet}</a></li>
        </ul>
      </div>
    </section>`;
}

/** The QR code of an address. It never changes, because it holds the address and no invoice. */
export const addressQr = (
  { addressDomain, qrPictures }: Deps,
  { qr, noQr }: PageTexts['address'],
  name: string,
): Promise<Html> => {
  const domain = addressDomain();
  const words = { name: qr({ lightningAddress: `${name}@${domain}` }), instead: noQr };
  return qrFigure(qrPictures, addressQrText(name, domain), words);
};

/**
 * Shows a lightning address in large letters. If it is too long for one line, the line breaks
 * before the `@`.
 */
export const largeAddress = (address: string): Html => {
  const [name = '', domain = ''] = address.split('@');
  return html`<code class="address">${name}<wbr>@${domain}</code>`;
};
