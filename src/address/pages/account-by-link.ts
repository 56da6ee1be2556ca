import { type AccountLinkKind, findAccountLink } from '../../accounts/create-account.ts';
import type { OneTimeLink } from '../../accounts/link-store.ts';
import {
  answerRefusal,
  type FieldName,
  type FormProblem,
  LINK_OVER_PROBLEM,
  problemsIn,
} from '../../accounts/pages/answer-refusal.ts';
import {
  emailField,
  nameField,
  newPasswordField,
  problemAt,
  summaryOf,
} from '../../accounts/pages/fields.ts';
import { goOn } from '../../accounts/pages/sign-in.ts';
import { checkPersonName } from '../../authorization/name.ts';
import { MAX_NAME_LENGTH } from '../../base/limits.ts';
import { type Content, html } from '../../i18n/html.ts';
import { parseEmail } from '../../users/email.ts';
import { checkPassword } from '../../users/password.ts';
import { hiddenField, postForm, textField } from '../../web/pages/controls.ts';
import { strong } from '../../web/pages/message-tags.ts';
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
import { ADDRESS_PATH, OPERATE_PATH } from '../../web/pages/paths.ts';
import { checkFreeName } from '../check-free-name.ts';
import type { ClaimAddressRefusal } from '../claim-address.ts';
import {
  type CreatedWithAddress,
  type CreateWithAddressRefusal,
  createAccountWithAddress,
} from '../create-account-with-address.ts';
import { MAX_ADDRESS_NAME_LENGTH } from '../limits.ts';
import type { AddressPageDeps } from './address-page-deps.ts';

/**
 * The pages behind links that create an account. Opening such a page changes nothing, because mail
 * programs open links too. Only its form creates the account.
 */
const accountByLink = (kind: AccountLinkKind, path: string): readonly Page<AddressPageDeps>[] => {
  const show: GuestPage<AddressPageDeps> = {
    method: 'GET',
    path,
    access: 'anyone',
    handle: async ({ accounts, addressDomain }, request) => {
      const token = request.query.text('token');
      const link = await findAccountLink(accounts, kind, token);
      if (link === null) return refusePage(LINK_OVER_PROBLEM);
      return showForm({ request, kind, path, link, token, domain: addressDomain(), problems: [] });
    },
  };
  const send: GuestPage<AddressPageDeps> = {
    method: 'POST',
    path,
    access: 'anyone',
    handle: async (deps, request) => {
      const { accounts, addressNames } = deps;
      const domain = deps.addressDomain();
      const token = request.form.text('token');
      const link = await findAccountLink(accounts, kind, token);
      if (link === null) return refusePage(LINK_OVER_PROBLEM);
      const typed = readTyped(request);
      const problems = await problemsOf(deps, request, link, typed);
      const shown = { request, kind, path, link, token, domain };
      if (problems.length > 0) return showForm({ ...shown, problems });
      const created = await createAccountWithAddress(
        { ...accounts, addressNames },
        { kind, token, ...typed, browser: accounts.browsers.browserOf(request.raw.request) },
      );
      const again = (text: string, field: FieldName | null) =>
        showForm({ ...shown, problems: [{ text, field }] });
      if (created.ok) return welcome(deps, request, kind, created.value);
      const { refusal } = created;
      const { refusals, address } = request.texts;
      return isNameRefusal(refusal)
        ? again(address.refused[refusal.kind], 'address_name')
        : answerRefusal(refusals, refusal, again);
    },
  };
  return [show, send];
};

export const accountByLinkPages: readonly Page<AddressPageDeps>[] = [
  ...accountByLink('invitation', '/invitation'),
  ...accountByLink('set_up', '/set-up'),
  ...accountByLink('sign_up', '/sign-up/confirm'),
];

const readTyped = ({ form }: PageRequest) => ({
  email: form.text('email'),
  name: form.text('name'),
  addressName: form.text('address_name'),
  password: form.text('new_password'),
});

/** Finds the problems of the form that creates an account, in the order of its fields. */
async function problemsOf(
  deps: AddressPageDeps,
  { texts }: PageRequest,
  link: OneTimeLink,
  typed: ReturnType<typeof readTyped>,
): Promise<readonly FormProblem[]> {
  const free = await checkFreeName(deps, typed.addressName);
  return [
    ...problemsIn(texts.refusals, [
      parseEmail(link.email ?? typed.email),
      checkPersonName(typed.name, MAX_NAME_LENGTH),
    ]),
    ...(free.ok
      ? []
      : [{ text: texts.address.refused[free.refusal.kind], field: 'address_name' as const }]),
    ...problemsIn(texts.refusals, [checkPassword(typed.password)]),
  ];
}

interface LinkForm {
  readonly request: PageRequest;
  readonly kind: AccountLinkKind;
  readonly path: string;
  readonly link: OneTimeLink;
  readonly token: string;
  /** The domain behind the `@` of lightning addresses. */
  readonly domain: string;
  readonly problems: readonly FormProblem[];
}

function showForm(shown: LinkForm): ShownPage {
  const { request, kind, path, token, problems } = shown;
  const words = request.texts.signUp.byLink[kind];
  return showPage({
    title: words.title,
    width: 'narrow',
    status: problems.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p>${words.lead}</p>
      ${summaryOf(problems)}
      ${postForm({
        action: path,
        csrfToken: request.session.csrfToken(),
        fields: [hiddenField('token', token), ...fieldsFor(shown)],
        submit: { label: words.submit },
      })}`,
  });
}

/** Fields of the form that creates an account, for what the link does not already determine. */
function fieldsFor({ request, link, domain, problems }: LinkForm): readonly Content[] {
  const { form, texts } = request;
  const { accountFields, address, frame, signUp } = texts;
  return [
    link.email === null
      ? emailField(accountFields, {
          value: form.text('email'),
          hasFocus: problems.length === 0,
          ...problemAt(problems, 'email'),
        })
      : html`<p>${signUp.byLink.address({ email: link.email, strong })}</p>`,
    nameField(accountFields, {
      value: form.text('name'),
      optional: frame.optional,
      ...problemAt(problems, 'name'),
    }),
    textField({
      name: 'address_name',
      label: address.title,
      value: form.text('address_name'),
      hint: address.signUpHint,
      optional: frame.optional,
      autocomplete: 'off',
      maxLength: MAX_ADDRESS_NAME_LENGTH,
      unit: `@${domain}`,
      ...problemAt(problems, 'address_name'),
    }),
    newPasswordField(accountFields, problemAt(problems, 'new_password')),
  ];
}

type Refusal = CreateWithAddressRefusal;

const isNameRefusal = (refusal: Refusal): refusal is ClaimAddressRefusal =>
  NAME_REFUSALS.has(refusal.kind);

const NAME_REFUSALS: ReadonlySet<string> = new Set<ClaimAddressRefusal['kind']>([
  'bad_address_name',
  'reserved_address_name',
  'address_name_taken',
  'too_many_name_changes',
]);

/**
 * Welcomes a new user. If someone else took their address name a moment before, the user has the
 * account nevertheless, and is asked to choose another name.
 */
function welcome(
  deps: AddressPageDeps,
  request: PageRequest,
  kind: AccountLinkKind,
  { signedIn, isNameLost }: CreatedWithAddress,
): PageAnswer {
  const answer = goOn(deps, request, signedIn);
  // The first user is the operator, who goes on to the first steps of setting up the service.
  if (!isNameLost) return kind === 'set_up' ? redirectTo(OPERATE_PATH) : answer;
  request.session.keepNotice({ kind: 'problem', text: request.texts.address.lost });
  return redirectTo(ADDRESS_PATH);
}
