import { type Html, html } from '../../i18n/html.ts';
import { type ButtonLook, linkButton, postForm, textAreaField } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import { QR_READER_PATH } from '../../web/pages/qr-reader.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SendPageDeps } from './send-page-deps.ts';
import { SCAN_PATH } from './send-paths.ts';

/**
 * The page that reads a QR code in the browser: with the camera, which opens at once, or from a
 * picture. The code is then sent like the form of the page Send, and leads to the review.
 */
const show: UserPage<SendPageDeps> = {
  method: 'GET',
  path: SCAN_PATH,
  access: 'signed_in',
  usesCamera: true,
  handle: async (_, { session, texts }) => {
    const { scan: words, send } = texts;
    return showPage({
      title: words.title,
      section: 'send',
      width: 'narrow',
      scripts: ['scan.js'],
      main: html`
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
        ${renderTold(words)}
        ${renderScanner(words)}
        ${postForm({
          action: SEND_PATH,
          csrfToken: session.csrfToken(),
          id: 'scanned',
          isHidden: true,
          isSentOnce: true,
          fields: textAreaField({
            name: 'to',
            label: send.to,
            rows: 2,
            isLine: true,
            isRequired: true,
          }),
          submit: { label: send.submit },
          others: scriptButton('scan-again', words.again),
        })}
        <p class="actions">${linkButton(words.paste, SEND_PATH)}</p>`,
    });
  },
};

export const scanPages: readonly Page<SendPageDeps>[] = [show];

/**
 * Says that the page needs scripts. Where scripts run, the page's script shows another text
 * instead.
 */
const renderTold = (words: PageTexts['scan']): Html => html`
  <p class="notice warn" id="scan-told" role="status" data-ask="${words.ask}"
    data-look="${words.look}" data-reading="${words.reading}" data-found="${words.found}"
    data-refused="${words.refused}" data-no-camera="${words.noCamera}" data-busy="${words.busy}"
    data-insecure="${words.insecure}" data-nothing-found="${words.nothingFound}"
    data-no-picture="${words.noPicture}" data-away="${words.away}">${words.needsScript}</p>`;

const renderScanner = (words: PageTexts['scan']): Html => html`
  <section class="card scanner" id="scanner" aria-label="${words.scanner}"
    tabindex="-1" data-reader="${QR_READER_PATH}" hidden>
    <video class="viewfinder" muted playsinline hidden></video>
    <input type="file" accept="image/*" hidden>
    <div class="actions">
      ${scriptButton('scan-start', words.start, 'main')}
      <button type="button" class="button plain" id="scan-torch" aria-pressed="false"
        hidden>${words.torch}</button>
      ${scriptButton('scan-picture', words.picture)}
    </div>
  </section>`;

const scriptButton = (id: string, label: string, look: ButtonLook = 'plain'): Html =>
  html`<button type="button" class="button ${look}" id="${id}">${label}</button>`;

/**
 * A link to the page that scans. A script shows it if the browser has a camera that pages may use.
 */
export const scanLink = ({ scan }: PageTexts): Html =>
  html`<a class="button plain" href="${SCAN_PATH}" data-scan hidden>${scan.open}</a>`;
