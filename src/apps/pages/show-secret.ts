import type { AppGrant } from '../../authorization/app-grant.ts';
import { html } from '../../i18n/html.ts';
import { watchWallet } from '../../web/live/live.ts';
import { secretOnce } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import type { DeviceSecret } from '../connection-kind.ts';
import type { AddedDevice } from '../issue-device.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { appPath } from './app-paths.ts';
import { devicePart } from './device-part.ts';

/**
 * Shows the secret of an app, this one time only. The page changes when the app makes its first
 * request.
 */
export async function showSecret(
  deps: AppPageDeps,
  request: UserPageRequest,
  app: AppGrant,
  { device, secret: { link } }: AddedDevice<DeviceSecret>,
): Promise<ShownPage> {
  const { texts } = request;
  const words = texts.connections.secret;
  return showPage({
    title: words.title({ name: device.name }),
    section: 'apps',
    width: 'narrow',
    live: await watchWallet(deps, request, { app: app.id }),
    liveAt: appPath(app.id),
    main: html`
      <h1>${words.title({ name: device.name })}</h1>
      <p class="lead">${words.lead}</p>
      <section class="card invoice">
        ${await qrFigure(deps.qrPictures, link, { name: words.qr, instead: words.noQr })}
        <div class="arrival">${devicePart(texts, device)}</div>
        <p class="actions">${linkButton(words.open, link)}</p>
        ${secretOnce(texts.frame, words.label, link)}
      </section>
      <p class="actions">${linkButton(words.done, appPath(app.id), 'main')}</p>`,
  });
}
