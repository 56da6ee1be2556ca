import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { appPath, endDevicePath } from './app-paths.ts';

/** Ends a device of a connection. A repeat changes nothing. */
const end: UserPage<AppPageDeps> = {
  method: 'POST',
  path: endDevicePath(':id', ':device'),
  access: 'signed_in',
  handle: async (deps, { user, params, session, texts }) => {
    const app = await deps.appGrants.findAppGrant(user.id, params.text('id'));
    if (app === null) return notFoundPage();
    const words = texts.connections.devices;
    const deviceId = params.text('device');
    const isEnded = await deps.connections.endDevice(user.id, deviceId, deps.clock.now());
    session.keepNotice(
      isEnded ? { kind: 'done', text: words.ended } : { kind: 'problem', text: words.endedBefore },
    );
    return redirectTo(appPath(app.id));
  },
};

export const endDevicePages: readonly Page<AppPageDeps>[] = [end];
