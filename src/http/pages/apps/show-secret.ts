import type { AppGrant } from '../../../access/app-grant.ts';
import type { DeviceSecret } from '../../../access/connection-kind.ts';
import type { AddedDevice } from '../../../usecases/apps/issue-device.ts';
import { linkButton } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../kit/page.ts';
import { secretOnce } from '../kit/pieces.ts';
import { qrFigure } from '../kit/qr-figure.ts';
import type { PageDeps } from '../page-deps.ts';
import { watchWallet } from '../wallet/live.ts';
import { appPath } from './app-paths.ts';
import { devicePart } from './device-part.ts';

/** What an app gets, shown this one time. The page tells of the first request of the app. */
export async function showSecret(
  deps: PageDeps,
  request: UserPageRequest,
  app: AppGrant,
  { device, secret: { link } }: AddedDevice<DeviceSecret>,
): Promise<ShownPage> {
  const { texts } = request;
  const words = texts.connections.secret;
  return showPage({
    title: words.title(device.name),
    section: 'apps',
    width: 'narrow',
    live: await watchWallet(deps, request, { app: app.id }),
    liveAt: appPath(app.id),
    main: html`
      <h1>${words.title(device.name)}</h1>
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
