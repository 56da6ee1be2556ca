import type { AppGrant } from '../../authorization/app-grant.ts';
import { type Html, html } from '../../i18n/html.ts';
import { card, stateWord, table } from '../../web/pages/components.ts';
import { postForm } from '../../web/pages/controls.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { TokenFamily } from '../token-family.ts';
import { appPath } from './app-paths.ts';

/**
 * A card with the browsers and devices in which an OAuth app is used, each of which has tokens of
 * its own.
 */
export function familiesCard(
  { id, name }: AppGrant,
  families: readonly TokenFamily[],
  { session, texts }: UserPageRequest,
): Html {
  const words = texts.connectedApps.places;
  const endButton = (family: TokenFamily): Html =>
    postForm({
      action: `${appPath(id)}/places/${family.id}/end`,
      csrfToken: session.csrfToken(),
      fields: null,
      submit: { label: words.end, look: 'plain' },
    });
  return card(
    words.title,
    families.length === 0
      ? html`<p>${words.none({ name })}</p>`
      : html`
        <p>${words.text({ name })}</p>
        ${table({
          caption: words.caption({ name }),
          columns: [
            { name: words.firstUsed },
            { name: words.lastUsed },
            { name: words.state },
            { name: words.action },
          ],
          rows: families.map((family) => [
            texts.format.moment(family.begunAt),
            texts.format.moment(family.lastUsedAt),
            family.markedAt === null
              ? stateWord('good', words.active)
              : stateWord('bad', words.doubtful),
            endButton(family),
          ]),
        })}
        ${
          families.some(({ markedAt }) => markedAt !== null)
            ? html`<p class="hint">${words.doubtfulText}</p>`
            : null
        }`,
  );
}
