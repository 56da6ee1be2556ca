import type { AppGrant } from '../../authorization/app-grant.ts';
import { type Html, html } from '../../i18n/html.ts';
import { card, table } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { Device } from '../connection-store.ts';
import { endDevicePath, newDevicePath } from './app-paths.ts';
import { devicePart } from './device-part.ts';

/**
 * A card with the devices of an app without OAuth. Each device has a key or password of its own.
 */
export function devicesCard(
  { session, texts }: UserPageRequest,
  { id, name }: AppGrant,
  { devices, canAdd }: { readonly devices: readonly Device[]; readonly canAdd: boolean },
): Html {
  const words = texts.connections.devices;
  const { day } = texts.format;
  const endButton = (device: Device): Html =>
    postForm({
      action: endDevicePath(id, device.id),
      csrfToken: session.csrfToken(),
      fields: null,
      submit: { label: words.end, look: 'plain' },
    });
  const rows = devices.map((device) => [
    html`<bdi>${device.name}</bdi>`,
    day(device.createdAt),
    devicePart(texts, device),
    endButton(device),
  ]);
  return card(
    words.title,
    html`
      <p>${rows.length === 0 ? words.none : words.text}</p>
      ${
        rows.length === 0
          ? null
          : table({
              caption: words.caption({ name }),
              columns: [
                { name: words.name },
                { name: words.added },
                { name: words.state },
                { name: words.action },
              ],
              rows,
            })
      }
      ${canAdd ? html`<p class="actions">${linkButton(words.add, newDevicePath(id))}</p>` : null}`,
  );
}
