import { linkButton } from './kit/controls.ts';
import { html } from './kit/html.ts';
import { type Page, showPage } from './kit/page.ts';
import { card } from './kit/pieces.ts';

export const page: Page = {
  method: 'GET',
  path: '/',
  access: 'anyone',
  handle: async () =>
    showPage({
      title: 'A Lightning wallet of your own',
      width: 'narrow',
      main: html`
        <h1>A Lightning wallet of your own</h1>
        <p class="lead">Send and receive bitcoin over Lightning, and let apps use your wallet within
          limits that you set.</p>
        <p class="actions">${linkButton('Sign in', '/sign-in', 'main')}</p>
        ${card('For app developers', html`<p><a href="/docs">Read the API reference</a></p>`)}`,
    }),
};
