import { type Html, html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import { linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import { isFormResumePath } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { confirmByPasskey, confirmByPassword } from '../confirm-identity.ts';
import { askForPasskey } from '../passkeys.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, refusalText } from './answer-refusal.ts';
import { presentPasswordField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './passkey-form.ts';
import { CONFIRM_PATH, confirmPath, nextOf } from './require-recent-auth.ts';

const PASSKEY_PATH = '/confirm/passkey';

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: CONFIRM_PATH,
  access: 'signed_in',
  handle: async (deps, request) => await showForm(deps, request, null),
};

const send: UserPage<AccountPageDeps> = {
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
    const { confirm, refusals } = request.texts;
    const isPassword = refusal.kind === 'wrong_credentials';
    const text = isPassword ? confirm.wrongPassword : refusalText(refusals, refusal);
    const again = await showForm(deps, request, text);
    return isPassword ? again : answerRefusal(refusals, refusal, () => again);
  },
};

const showPasskey: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PASSKEY_PATH,
  access: 'signed_in',
  handle: async (deps, request) => showPasskeyForm(deps, request, null),
};

const sendPasskey: UserPage<AccountPageDeps> = {
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
    const text = refusalText(request.texts.refusals, confirmed.refusal);
    return showPasskeyForm(deps, request, text);
  },
};

export const confirmPages: readonly Page<AccountPageDeps>[] = [
  show,
  send,
  showPasskey,
  sendPasskey,
];

/** Sends the user back to the page that asked them to confirm who they are. */
function goBack(
  { accounts }: AccountPageDeps,
  { raw, session, texts }: UserPageRequest,
): PageAnswer {
  const path = accounts.browsers.takeReturn(raw.request) ?? SECURITY_PATH;
  if (isFormResumePath(path)) session.keepNotice({ kind: 'done', text: texts.confirm.sendAgain });
  return redirectTo(path);
}

async function showForm(
  { accounts }: AccountPageDeps,
  request: UserPageRequest,
  problem: string | null,
): Promise<ShownPage> {
  const { session, user, texts } = request;
  const { confirm: words, accountFields } = texts;
  const next = nextOf(request);
  const passkeys = await accounts.secondFactors.listPasskeys(user.id);
  return showPage({
    title: words.title,
    width: 'narrow',
    section: 'security',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${nextLine(texts, next)}
      <p>${words.password({ email: accountName(user) })}</p>
      ${postForm({
        action: confirmPath(session, CONFIRM_PATH, next),
        csrfToken: session.csrfToken(),
        fields: presentPasswordField(accountFields, {
          problem: problem ?? undefined,
          hasFocus: true,
        }),
        submit: { label: words.submit },
        others:
          passkeys.length === 0
            ? null
            : linkButton(words.usePasskey, confirmPath(session, PASSKEY_PATH, next)),
      })}`,
  });
}

async function showPasskeyForm(
  { accounts }: AccountPageDeps,
  request: UserPageRequest,
  problem: string | null,
): Promise<ShownPage> {
  const { raw, session, texts } = request;
  const next = nextOf(request);
  const kept = accounts.browsers.userBrowser(raw.request);
  const options = await askForPasskey(accounts, kept.session);
  const words = texts.confirm;
  return showPage({
    title: words.title,
    width: 'narrow',
    section: 'security',
    scripts: [PASSKEY_SCRIPT],
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(problem)}
      ${nextLine(texts, next)}
      <p>${words.passkey}</p>
      ${passkeyForm(texts.passkeyForm, {
        purpose: 'request',
        action: confirmPath(session, PASSKEY_PATH, next),
        csrfToken: session.csrfToken(),
        options,
        label: words.submitPasskey,
        others: linkButton(words.usePassword, confirmPath(session, CONFIRM_PATH, next)),
      })}`,
  });
}

/**
 * Names the action that follows the confirmation. The line also stands beside the message about a
 * wrong password or passkey.
 */
const nextLine = ({ confirm: words }: PageTexts, next: string | null): Html | null =>
  next === null ? null : html`<p class="lead">${words.next({ title: next })}</p>`;
