import { type Html, html } from '../../i18n/html.ts';
import { readQrSvg } from '../qr-picture.ts';
import type { QrPictures } from '../qr-pictures.ts';

/** A QR code within the page, or `instead` when too many codes were drawn recently. */
export async function qrFigure(
  pictures: QrPictures,
  text: string,
  { name, instead }: { readonly name: string; readonly instead: string },
): Promise<Html> {
  const picture = await pictures.find('svg', text);
  if (picture === null) return html`<p class="hint">${instead}</p>`;
  const { size, path } = readQrSvg(Buffer.from(picture).toString());
  return html`
    <svg class="qr" role="img" aria-label="${name}" viewBox="0 0 ${size} ${size}"
      shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path
      stroke="black" d="${path}"/></svg>`;
}
