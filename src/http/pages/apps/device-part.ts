import type { Device } from '../../../access/connection-store.ts';
import { type Html, html } from '../kit/html.ts';
import { livePart } from '../kit/live-part.ts';
import { stateWord } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** Whether a device has found its way here; the same on each page that shows it. */
export function devicePart(
  { connections: { devices: words }, figures }: PageTexts,
  { id, lastUsedAt }: Device,
): Html {
  const part = `device-${id}`;
  if (lastUsedAt === null) return livePart(part, stateWord('waiting', words.waiting));
  const used = html`
    <div>
      ${stateWord('good', words.connected)}
      <p class="hint">${words.lastUsed(figures.moment(lastUsedAt))}</p>
    </div>`;
  return livePart(part, used, words.connected);
}
