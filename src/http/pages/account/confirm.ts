import {
  confirmByPasskey,
  confirmByPassword,
} from '../../../usecases/accounts/confirm-identity.ts';
import { askForPasskey } from '../../../usecases/accounts/passkeys.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { isPathOfKept } from '../kit/kept-form.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import { presentPasswordField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './passkey-form.ts';
import { answerRefusal, refusalText } from './refusal-texts.ts';
import { CONFIRM_PATH } from './when-confirmed.ts';

const PASSKEY_PATH = '/confirm/passkey';

const show: UserPage = {
  method: 'GET',
  path: CONFIRM_PATH,
  access: 'signed_in',
  handle: async (_, request) => showForm(request, null),
};

const send: UserPage = {
  method: 'POST',
  path: CONFIRM_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const { session, knownBrowser, network } = accounts.browsers.userBrowser(request.raw.request);
    const proof = { userId: request.user.id, session, knownBrowser, network };
    const confirmed = await confirmByPassword(accounts, proof, request.form.text('password'));
    if (confirmed.ok) return goBack(deps, request);
    const { refusal } = confirmed;
    const text = refusal.kind === 'wrong_credentials' ? 'This is not your password.' : null;
    return answerRefusal(refusal, (words) => showForm(request, text ?? words));
  },
};

const showPasskey: UserPage = {
  method: 'GET',
  path: PASSKEY_PATH,
  access: 'signed_in',
  handle: async (deps, request) => showPasskeyForm(deps, request, null),
};

const sendPasskey: UserPage = {
  method: 'POST',
  path: PASSKEY_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const { session, knownBrowser, network } = accounts.browsers.userBrowser(request.raw.request);
    const proof = { userId: request.user.id, session, knownBrowser, network };
    const confirmed = await confirmByPasskey(accounts, proof, request.form.text('answer'));
    if (confirmed.ok) return goBack(deps, request);
    return showPasskeyForm(deps, request, refusalText(confirmed.refusal));
  },
};

export const confirmPages: readonly Page[] = [show, send, showPasskey, sendPasskey];

/** To what the confirmation was asked for. */
function goBack({ accounts }: PageDeps, { raw, session }: UserPageRequest): PageAnswer {
  const path = accounts.browsers.takeReturn(raw.request) ?? '/security';
  if (isPathOfKept(path)) {
    const text = 'Thank you. Look over the form and send it once more.';
    session.keepNotice({ kind: 'done', text });
  }
  return redirectTo(path);
}

const showForm = ({ session, user }: UserPageRequest, problem: string | null): ShownPage =>
  showPage({
    title: 'Is it you?',
    width: 'narrow',
    section: 'account',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Is it you?</h1>
      ${problemSummary(problem)}
      <p>What you are about to do needs your password again. You are signed in as ${user.email}.</p>
      ${postForm({
        action: CONFIRM_PATH,
        csrfToken: session.csrfToken(),
        fields: presentPasswordField({ hasFocus: true }),
        submit: { label: 'Go on' },
        others: linkButton('Use a passkey', PASSKEY_PATH),
      })}`,
  });

async function showPasskeyForm(
  { accounts }: PageDeps,
  { raw, session, texts }: UserPageRequest,
  problem: string | null,
): Promise<ShownPage> {
  const kept = accounts.browsers.userBrowser(raw.request);
  const options = await askForPasskey(accounts, kept.session);
  return showPage({
    title: 'Is it you?',
    width: 'narrow',
    section: 'account',
    scripts: [PASSKEY_SCRIPT],
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Is it you?</h1>
      ${problemSummary(problem)}
      <p>What you are about to do needs your passkey.</p>
      ${passkeyForm(texts.passkeyForm, {
        purpose: 'request',
        action: PASSKEY_PATH,
        csrfToken: session.csrfToken(),
        options,
        label: 'Use your passkey',
        others: linkButton('Use your password', CONFIRM_PATH),
      })}`,
  });
}
