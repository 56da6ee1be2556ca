/** The start page for guests, which describes the service and leads to signing in. */

import { LANGUAGE_NAMES } from '../../accounts/pages/language-names.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { LANGUAGES, type Language } from '../../i18n/language.ts';
import { PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import { keepLanguage, languageNamed } from '../../web/pages/browser-language.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type IconName, icon } from '../../web/pages/icons.ts';
import {
  type PageAnswer,
  type PageRequest,
  redirectTo,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';
import { LANDING_PICTURE } from './landing-picture.ts';

/** The name of the query parameter by which a guest chooses a language. */
const LANGUAGE = 'language';

/**
 * Answers a guest on the start page. A chosen language is kept in a cookie, so that later pages use
 * it too, even without an account.
 */
export async function answerGuest(
  deps: ActivityPageDeps,
  { query, raw, texts }: PageRequest,
): Promise<PageAnswer> {
  const chosen = languageNamed(query.text(LANGUAGE));
  if (chosen === null) {
    const isProved = (await deps.serviceStatus.proofMadeAt()) !== null;
    return showLanding(texts, deps, isProved);
  }
  keepLanguage(raw.reply, chosen);
  return redirectTo('/');
}

/**
 * Shows the start page for guests. `isProved` says whether the service has ever published what it
 * owes to users.
 */
const showLanding = (
  texts: PageTexts,
  { accounts, baseUrl, play }: ActivityPageDeps,
  isProved: boolean,
): ShownPage => {
  const { landing: words, proof, signUp } = texts;
  const toProof = html`<a href="${PROOF_PATH}">${proof.publicLink}</a>`;
  const isOpen = accounts.signup === 'open';
  return showPage({
    title: words.title,
    main: html`
    <div class="landing-head">
      <div>
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
        <p class="actions">
          ${linkButton(words.signIn, '/sign-in', 'main')}
          ${isOpen ? linkButton(signUp.title, '/sign-up') : null}
        </p>
        ${isOpen ? null : html`<p class="hint">${words.byInvitation}</p>`}
        ${play === null ? null : html`<p class="hint">${words.play}</p>`}
      </div>
      ${LANDING_PICTURE}
    </div>
    <div class="promises">
      ${promise('counted', isProved ? words.promises.counted : words.promises.toBeCounted, toProof)}
      ${promise('leave', words.promises.leaving)}
      ${promise('receive', words.promises.address)}
    </div>
    ${languageLinks(texts)}
    <p class="hint">${words.developers({
      link: (inner) => html`<a href="${baseUrl()}/docs">${inner}</a>`,
    })}</p>`,
  });
};

const promise = (
  sign: IconName,
  { title, text }: PageTexts['landing']['promises']['counted'],
  link: Content = null,
): Html => html`
  <section class="card">
    <h2 class="with-icon">${icon(sign)}${title}</h2>
    <p>${text}</p>
    ${link === null ? null : html`<p>${link}</p>`}
  </section>`;

const languageLinks = ({ landing, language: present }: PageTexts): Html => {
  const link = (language: Language): Html => html`
    <li><a href="/?${LANGUAGE}=${language}" lang="${language}" hreflang="${language}"${
      language === present ? html` aria-current="true"` : null
    }>${LANGUAGE_NAMES[language]}</a></li>`;
  return html`
    <nav class="languages" aria-label="${landing.language}">
      <ul>${LANGUAGES.map(link)}</ul>
    </nav>`;
};
