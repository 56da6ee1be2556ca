import type { Endpoint } from '../../../webhook/endpoint.ts';
import { linkButton } from '../kit/controls.ts';
import { type Content, html } from '../kit/html.ts';
import { healthOf, nameOf } from './endpoint-words.ts';
import { endpointPath, WEBHOOKS_PATH } from './own-endpoint.ts';

/** Tells a user at a glance that somebody is not told of his payments. */
export function webhookTrouble(troubled: readonly Endpoint[]): Content {
  const [first] = troubled;
  if (first === undefined) return null;
  const isOne = troubled.length === 1;
  const { word, text } = healthOf(first);
  return html`
    <section class="notice problem missed" aria-label="Webhooks">
      <p>${
        isOne
          ? html`<strong>Webhook “${nameOf(first)}”: ${word.toLowerCase()}.</strong> ${text}`
          : html`<strong>${troubled.length} webhook endpoints</strong> get no messages at present.`
      }</p>
      ${linkButton('Look at it', isOne ? endpointPath(first.id) : WEBHOOKS_PATH)}
    </section>`;
}
