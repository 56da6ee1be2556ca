import { type Html, html } from '../../i18n/html.ts';
import type { StoredStop } from '../../node/payment-stop-store.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { ALLOW_PATH, STOP_PATH } from './operate-paths.ts';

/**
 * A link to the action that stops payments over the node or, if an operator has stopped them, to
 * the one that allows them again.
 */
export function paymentStopLink(
  { actions: { allow, stop } }: PageTexts,
  stored: readonly StoredStop[],
): Html {
  const isStopped = stored.some(({ reason }) => reason === 'operator');
  return html`<p class="actions">${
    isStopped ? linkButton(allow.title, ALLOW_PATH) : linkButton(stop.title, STOP_PATH, 'risky')
  }</p>`;
}
