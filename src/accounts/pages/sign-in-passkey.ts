import { html } from '../../i18n/html.ts';
import { linkButton, problemSummary } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  refusePage,
  showPage,
} from '../../web/pages/page.ts';
import { askForPasskey, signInWithPasskey } from '../passkeys.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { refusalProblem, refusalText, tooManyProblem } from './answer-refusal.ts';
import { noteBrowserPasskey } from './browser-passkey.ts';
import { overRate } from './over-rate.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './passkey-form.ts';
import { goOn } from './sign-in.ts';

const PATH = '/sign-in/passkey';
const TOO_MANY_GUESTS_PROBLEM = tooManyProblem(60);

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => showForm(deps, request, null),
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const browser = accounts.browsers.browserOf(request.raw.request);
    const { session } = browser;
    if (session === null) return redirectTo(PATH);
    const answer = request.form.text('answer');
    const signedIn = await signInWithPasskey(accounts, { ...browser, session }, answer);
    if (signedIn.ok) {
      noteBrowserPasskey(request.raw.reply);
      return goOn(deps, request, signedIn.value);
    }
    const { refusal } = signedIn;
    const ownPage = refusalProblem(refusal);
    if (ownPage !== null) return refusePage(ownPage);
    return showForm(deps, request, refusalText(request.texts.refusals, refusal));
  },
};

export const signInPasskeyPages: readonly Page<AccountPageDeps>[] = [show, send];

async function showForm(
  { accounts }: AccountPageDeps,
  { raw, session, texts }: PageRequest,
  problem: string | null,
): Promise<PageAnswer> {
  const kept = await accounts.browsers.keep(raw.request);
  if (kept === null) return refusePage(TOO_MANY_GUESTS_PROBLEM);
  const options = await askForPasskey(accounts, kept.session);
  const words = texts.signIn.passkey;
  return showPage({
    title: words.title,
    width: 'narrow',
    scripts: [PASSKEY_SCRIPT],
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(problem)}
      <p>${words.text}</p>
      ${passkeyForm(texts.passkeyForm, {
        purpose: 'request',
        action: PATH,
        csrfToken: session.csrfToken(),
        options,
        label: words.submit,
        others: linkButton(texts.signIn.usePassword, '/sign-in'),
      })}`,
  });
}
