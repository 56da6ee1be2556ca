import { type Html, html } from '../../i18n/html.ts';
import { card, codeExample } from '../../web/pages/components.ts';
import { code } from '../../web/pages/message-tags.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** A card that shows briefly how a receiver checks that a message is genuine. */
export const verifyCard = ({ webhooks: { verifying: words } }: PageTexts, baseUrl: string): Html =>
  card(
    words.title,
    html`
      <p>${words.text({ code })}</p>
      ${codeExample(words.example, EXAMPLE)}
      <p class="hint">${words.hint({
        link: (label) => html`<a href="${baseUrl}/docs">${label}</a>`,
      })}</p>`,
  );

const EXAMPLE = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// Throws if the message is not genuine.
webhook.verify(rawBody, request.headers);`;
