import { html } from '../../texts/html.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import { enterCode } from '../enter-code.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal } from './answer-refusal.ts';
import { codeField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { goOn, halfSignedIn } from './sign-in.ts';

const PATH = '/sign-in/second-factor';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) =>
    halfSignedIn(deps, request) === null ? redirectTo('/sign-in') : showForm(request, null),
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const browser = accounts.browsers.browserOf(request.raw.request);
    const { session } = browser;
    if (session === null || halfSignedIn(deps, request) === null) return redirectTo('/sign-in');
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const code = request.form.text('code');
    const entered = await enterCode(accounts, { ...browser, session }, code);
    if (entered.ok) return goOn(deps, request, entered.value);
    return answerRefusal(request.texts.refusals, entered.refusal, (text) =>
      showForm(request, text),
    );
  },
};

export const secondFactorPages: readonly Page<AccountPageDeps>[] = [show, send];

function showForm({ session, texts }: PageRequest, problem: string | null): ShownPage {
  const words = texts.signIn.secondFactor;
  return showPage({
    title: words.title,
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: codeField(texts.accountFields, {
          hint: words.codeHint,
          problem: problem ?? undefined,
          hasFocus: true,
        }),
        submit: { label: words.submit },
        others: linkButton(texts.signIn.usePasskey, '/sign-in/passkey'),
      })}
      <p><a href="/sign-in">${words.startAgain}</a></p>`,
  });
}
