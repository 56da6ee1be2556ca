import type { AppGrant } from '../../../access/app-grant.ts';
import { linkButton } from '../kit/controls.ts';
import { type Html, html } from '../kit/html.ts';
import { livePart } from '../kit/live-part.ts';
import { stateWord } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { appPath } from './app-paths.ts';

/** Whether the app has found its way here. */
export function firstUsePart({ connections }: PageTexts, app: AppGrant): Html {
  const words = connections.firstUse;
  const { id, lastUsedAt } = app;
  return lastUsedAt === null
    ? livePart(
        'first-use',
        html`<p>${stateWord('waiting', words.waiting)}</p>
          <p class="actions" data-unwatched>${linkButton(words.refresh, appPath(id))}</p>`,
      )
    : livePart('first-use', html`<p>${stateWord('good', words.used)}</p>`, words.used);
}
