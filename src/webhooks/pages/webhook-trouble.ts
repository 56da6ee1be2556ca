import { type Content, type Html, html } from '../../i18n/html.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { strong } from '../../web/pages/message-tags.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import { healthOf, nameOf } from './endpoint-words.ts';
import { endpointPath, WEBHOOKS_PATH } from './own-endpoint.ts';

/** Tells users on their start page that an endpoint gets no messages. */
export function webhookTrouble(texts: PageTexts, troubled: readonly Endpoint[]): Content {
  const { format, webhooks: words } = texts;
  const [first] = troubled;
  if (first === undefined) return null;
  const isOne = troubled.length === 1;
  const text = isOne
    ? troubleOf(texts, first)
    : words.trouble.several({ count: format.digits(troubled.length), strong });
  return html`
    <section class="notice problem missed" aria-label="${words.trouble.label}">
      <p>${text}</p>
      ${linkButton(words.trouble.show, isOne ? endpointPath(first.id) : WEBHOOKS_PATH)}
    </section>`;
}

function troubleOf(texts: PageTexts, endpoint: Endpoint): Html {
  const { off, failing } = texts.webhooks.trouble;
  const sentence = (endpoint.disabled === null ? failing : off)({ name: nameOf(endpoint) });
  return html`<strong>${sentence}</strong> ${healthOf(texts, endpoint).text}`;
}
