import { MAX_NAME_LENGTH } from '../../../base/limits.ts';
import {
  addPasskey,
  askForNewPasskey,
  removePasskey,
} from '../../../usecases/accounts/passkeys.ts';
import { linkButton, postForm, problemSummary, textField } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { NOT_FOUND_PROBLEM } from '../kit/page-problem.ts';
import type { PageDeps } from '../page-deps.ts';
import { deviceName } from './device-name.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './passkey-form.ts';
import { refusalText } from './refusal-texts.ts';
import { whenConfirmed } from './when-confirmed.ts';

const NEW_PATH = '/security/passkeys/new';
const REMOVE_PATH = '/security/passkeys/:id/remove';

const show: UserPage = {
  method: 'GET',
  path: NEW_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, NEW_PATH, () => showForm(deps, request, null)),
};

const send: UserPage = {
  method: 'POST',
  path: NEW_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, NEW_PATH, async () => {
      const { user, form, session } = request;
      const browser = deps.accounts.browsers.userBrowser(request.raw.request);
      const added = await addPasskey(deps.accounts, {
        session: browser.session,
        user,
        name: form.text('name'),
        answer: form.text('answer'),
      });
      if (!added.ok) return showForm(deps, request, refusalText(added.refusal));
      session.keepNotice({ kind: 'done', text: `“${added.value.name}” signs you in from now on.` });
      return redirectTo('/security');
    }),
};

const askRemove: UserPage = {
  method: 'GET',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, async () => {
      const { user, params, session, url } = request;
      const passkeys = await deps.accounts.secondFactors.listPasskeys(user.id);
      const passkey = passkeys.find(({ id }) => id === params.text('id'));
      if (passkey === undefined) return refusePage(NOT_FOUND_PROBLEM);
      return showPage({
        title: 'Remove a passkey',
        section: 'account',
        width: 'narrow',
        main: html`
          <h1>Remove “${passkey.name}”?</h1>
          <p>It does not sign you in any more. You can add it again.</p>
          ${postForm({
            action: url,
            csrfToken: session.csrfToken(),
            fields: null,
            submit: { label: 'Remove passkey', look: 'danger' },
            others: linkButton('Keep it', '/security'),
          })}`,
      });
    }),
};

const remove: UserPage = {
  method: 'POST',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, async () => {
      const { user, params, session } = request;
      const id = params.text('id');
      const isRemoved = await removePasskey(deps.accounts, user, id);
      if (!isRemoved) return refusePage(NOT_FOUND_PROBLEM);
      session.keepNotice({ kind: 'done', text: 'The passkey is removed.' });
      return redirectTo('/security');
    }),
};

export const securityPasskeyPages: readonly Page[] = [show, send, askRemove, remove];

async function showForm(
  { accounts }: PageDeps,
  { user, session, raw, texts }: UserPageRequest,
  problem: string | null,
): Promise<PageAnswer> {
  const browser = accounts.browsers.userBrowser(raw.request);
  const options = await askForNewPasskey(accounts, browser.session, user);
  if (!options.ok) {
    session.keepNotice({ kind: 'problem', text: refusalText(options.refusal) });
    return redirectTo('/security');
  }
  return showPage({
    title: 'Add a passkey',
    section: 'account',
    width: 'narrow',
    scripts: [PASSKEY_SCRIPT],
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Add a passkey</h1>
      ${problemSummary(problem)}
      <p>Your device asks where to keep it and checks that it is you.</p>
      ${passkeyForm(texts.passkeyForm, {
        purpose: 'creation',
        action: NEW_PATH,
        csrfToken: session.csrfToken(),
        options: options.value,
        label: 'Add a passkey',
        fields: textField({
          name: 'name',
          label: 'Name',
          value: deviceName(browser.device),
          hint: 'By which you will know it again.',
          maxLength: MAX_NAME_LENGTH,
          isRequired: true,
        }),
        others: linkButton('Leave it', '/security'),
      })}`,
  });
}
