import { type Html, html } from '../kit/html.ts';
import { card, codeExample } from '../kit/pieces.ts';

/** How a receiver knows that a message is genuine, in as few words as there can be. */
export const verifyCard = (baseUrl: string): Html =>
  card(
    'How your server verifies messages',
    html`
      <p>Anybody can send something to your address. What comes from here is signed: check each
        message with the library <code>standardwebhooks</code> or <code>svix</code>, on the body as
        it came, before it is parsed.</p>
      ${codeExample('Verifying in JavaScript', EXAMPLE)}
      <p class="hint">Answer with a status from 200 to 299 within 15 seconds, else the message comes
        again. All fields are in the <a href="${baseUrl}/docs">API reference</a>.</p>`,
  );

const EXAMPLE = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// Throws when it is not genuine.
webhook.verify(rawBody, request.headers);`;
