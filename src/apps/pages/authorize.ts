import { overRate } from '../../accounts/pages/over-rate.ts';
import { html } from '../../i18n/html.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { code, strong } from '../../web/pages/message-tags.ts';
import {
  type GuestPage,
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { BrowserStep } from '../oauth/authorization-server.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { browserOf } from './browser.ts';

/** The page at the OAuth authorization endpoint (RFC 6749, 3.1), to which apps send people. */
const begin: GuestPage<AppPageDeps> = {
  method: 'GET',
  path: '/oauth',
  access: 'anyone',
  handle: async ({ authorization, accounts: { addressRates } }, request) => {
    const tooMany = overRate(addressRates, request, 'authorization_request');
    if (tooMany !== null) return refusePage(tooMany);
    return takeStep(request, await authorization.begin(browserOf(request)));
  },
};

/**
 * The page that sends the browser back to the app after the user has answered an authorization
 * request.
 */
const resume: GuestPage<AppPageDeps> = {
  method: 'GET',
  path: '/oauth/:id',
  access: 'anyone',
  handle: async ({ authorization }, request) =>
    takeStep(request, await authorization.resume(browserOf(request), request.params.text('id'))),
};

export const authorizePages: readonly Page<AppPageDeps>[] = [begin, resume];

function takeStep({ raw: { reply }, texts }: PageRequest, step: BrowserStep): PageAnswer {
  for (const cookie of step.cookies) reply.header('set-cookie', cookie);
  return step.kind === 'redirected' ? redirectTo(step.to) : showRefusal(texts, step);
}

/**
 * Shows the user and the makers of the app why the app's request was refused. The browser is not
 * redirected: there is a link back to the app. The error text for the app may quote its request, so
 * it is not shown on a page of ours.
 */
function showRefusal(
  texts: PageTexts,
  { error, description, backTo }: Extract<BrowserStep, { readonly kind: 'refused' }>,
): ShownPage {
  const words = texts.consent.refused;
  return showPage({
    title: words.title,
    isQuestion: true,
    width: 'narrow',
    status: 400,
    main: html`
      <p class="eyebrow">${texts.problems.error({ status: '400' })}</p>
      <h1>${words.title}</h1>
      <p>${words.text}</p>
      <p>${
        backTo === null && description !== null
          ? words.forMakersInDetail({ error, description, code })
          : words.forMakers({ error, code })
      }</p>
      ${
        backTo === null
          ? html`<p><a href="/">${texts.problems.toStart}</a></p>`
          : html`
            <p>${words.goBack({ host: new URL(backTo).host, strong })}</p>
            <p class="actions">
              ${linkButton(words.back, backTo)} ${linkButton(words.stay, '/', 'quiet')}
            </p>`
      }`,
  });
}
