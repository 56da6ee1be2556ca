import { type Html, html } from '../../i18n/html.ts';
import type { StoredStop } from '../../node/payment-stop-store.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { LIFT_LOCKDOWN_PATH } from '../../web/pages/layout.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { ALLOW_OUTFLOW_PATH, ALLOW_PATH, STOP_PATH } from './operate-paths.ts';

/**
 * A link to the action that stops payments over the node or, if an operator has stopped them, to
 * the one that allows them again. Where a limit on what leaves or a lockdown has stopped them,
 * there is one for that too.
 */
export function paymentStopLink(
  { actions: { allow, allowOutflow, liftLockdown, stop } }: PageTexts,
  stored: readonly StoredStop[],
): Html {
  const isStopped = stored.some(({ reason }) => reason === 'operator');
  const isLimit = stored.some(({ reason }) => reason === 'outflow');
  const isLockdown = stored.some(({ reason }) => reason === 'lockdown');
  return html`<p class="actions">${
    isLockdown ? linkButton(liftLockdown.title, LIFT_LOCKDOWN_PATH) : null
  }${isLimit ? linkButton(allowOutflow.title, ALLOW_OUTFLOW_PATH) : null}${
    isStopped ? linkButton(allow.title, ALLOW_PATH) : linkButton(stop.title, STOP_PATH, 'risky')
  }</p>`;
}
