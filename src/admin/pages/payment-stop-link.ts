import { type Html, html } from '../../i18n/html.ts';
import type { StoredStop } from '../../node/payment-stop-store.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { ALLOW_PATH, STOP_PATH } from './operate-paths.ts';

/** Leads to stopping payments over the node, or to lifting the stop that an operator made. */
export function paymentStopLink(
  { actions: { allow, stop } }: PageTexts,
  stored: readonly StoredStop[],
): Html {
  const isStopped = stored.some(({ reason }) => reason === 'operator');
  return html`<p class="actions">${
    isStopped ? linkButton(allow.title, ALLOW_PATH) : linkButton(stop.title, STOP_PATH, 'risky')
  }</p>`;
}
