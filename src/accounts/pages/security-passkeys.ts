import { MAX_NAME_LENGTH } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { linkButton, textField } from '../../web/pages/controls.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { addPasskey, askForNewPasskey, removePasskey } from '../passkeys.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { refusalText } from './answer-refusal.ts';
import { noteBrowserPasskey } from './browser-passkey.ts';
import { deviceName } from './device-name.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './passkey-form.ts';
import { type RecentAuthAct, requireRecentAuth } from './require-recent-auth.ts';
import { requireStepUp } from './require-step-up.ts';

const ADD_PATH = `${SECURITY_PATH}/passkeys`;
const NEW_PATH = `${SECURITY_PATH}/passkeys/new`;
const REMOVE_PATH = `${SECURITY_PATH}/passkeys/:id/remove`;

const ask: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: NEW_PATH,
  access: 'signed_in',
  handle: showNew,
};

const prove: UserPage<AccountPageDeps> = { ...ask, method: 'POST' };

/**
 * Adds a passkey. The passkey has to sign a challenge that is given only to users who have proved
 * who they are.
 */
const add: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: ADD_PATH,
  access: 'signed_in',
  handle: async (deps, { user, form, session, texts, raw }) => {
    const added = await addPasskey(deps.accounts, {
      session: deps.accounts.browsers.userBrowser(raw.request).session,
      user,
      name: form.text('name'),
      answer: form.text('answer'),
    });
    if (!added.ok) {
      session.keepNotice({ kind: 'problem', text: refusalText(texts.refusals, added.refusal) });
      return redirectTo(NEW_PATH);
    }
    const text = texts.securityChanges.addPasskey.done({ name: added.value.name });
    session.keepNotice({ kind: 'done', text });
    noteBrowserPasskey(raw.reply);
    return redirectTo(SECURITY_PATH);
  },
};

const askRemove: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, removalOf(request), async () => {
      const { user, params, url, texts } = request;
      const passkeys = await deps.accounts.secondFactors.listPasskeys(user.id);
      const passkey = passkeys.find(({ id }) => id === params.text('id'));
      if (passkey === undefined) return notFoundPage();
      const words = texts.securityChanges.removePasskey;
      return questionPage(request, {
        section: 'security',
        title: words.title,
        heading: words.heading({ name: passkey.name }),
        text: html`<p>${words.text}</p>`,
        action: url,
        submit: { label: words.submit },
        back: { label: texts.frame.cancel, path: SECURITY_PATH },
      });
    }),
};

const remove: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, removalOf(request), async () => {
      const { user, params, session, texts } = request;
      const id = params.text('id');
      const isRemoved = await removePasskey(deps.accounts, user, id);
      if (!isRemoved) return notFoundPage();
      session.keepNotice({ kind: 'done', text: texts.securityChanges.removePasskey.done });
      return redirectTo(SECURITY_PATH);
    }),
};

const removalOf = ({ texts, url }: UserPageRequest): RecentAuthAct => ({
  path: url,
  title: texts.securityChanges.removePasskey.title,
});

export const securityPasskeyPages: readonly Page<AccountPageDeps>[] = [
  ask,
  prove,
  add,
  askRemove,
  remove,
];

/**
 * Asks the user to prove who they are before a passkey is added, because the passkey can let money
 * leave from then on, like a password.
 */
async function showNew(deps: AccountPageDeps, request: UserPageRequest): Promise<PageAnswer> {
  const { confirm, frame, securityChanges } = request.texts;
  const act = {
    section: 'security',
    title: securityChanges.addPasskey.title,
    about: html`<p>${securityChanges.addPasskey.text}</p>`,
    submit: confirm.submit,
    back: linkButton(frame.cancel, SECURITY_PATH),
  } as const;
  return await requireStepUp(deps, request, act, () => showForm(deps, request));
}

async function showForm(
  { accounts }: AccountPageDeps,
  { user, session, raw, texts }: UserPageRequest,
): Promise<PageAnswer> {
  const browser = accounts.browsers.userBrowser(raw.request);
  const options = await askForNewPasskey(accounts, browser.session, user);
  if (!options.ok) {
    session.keepNotice({ kind: 'problem', text: refusalText(texts.refusals, options.refusal) });
    return redirectTo(SECURITY_PATH);
  }
  const words = texts.securityChanges.addPasskey;
  return showPage({
    title: words.title,
    section: 'security',
    width: 'narrow',
    scripts: [PASSKEY_SCRIPT],
    main: html`
      <h1>${words.title}</h1>
      <p>${words.text}</p>
      ${passkeyForm(texts.passkeyForm, {
        purpose: 'creation',
        action: ADD_PATH,
        csrfToken: session.csrfToken(),
        options: options.value,
        label: words.submit,
        fields: textField({
          name: 'name',
          label: words.name,
          value: deviceName(texts.security.device, browser.device),
          hint: words.nameHint,
          maxLength: MAX_NAME_LENGTH,
          isRequired: true,
        }),
        others: linkButton(texts.frame.cancel, SECURITY_PATH),
      })}`,
  });
}
