import { type Html, html } from '../../i18n/html.ts';
import { stateWord } from '../../web/pages/components.ts';
import { livePart } from '../../web/pages/live-part.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Device } from '../connection-store.ts';

/** Says whether a device has made a call yet, in the same words on all pages. */
export function devicePart(
  { connections: { devices: words }, format }: PageTexts,
  { id, lastUsedAt }: Device,
): Html {
  const part = `device-${id}`;
  if (lastUsedAt === null) return livePart(part, stateWord('waiting', words.waiting));
  const used = html`
    <div>
      ${stateWord('good', words.connected)}
      <p class="hint">${words.lastUsed({ time: format.moment(lastUsedAt) })}</p>
    </div>`;
  return livePart(part, used, words.connected);
}
