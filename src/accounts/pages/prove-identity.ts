import { type Content, type Html, html } from '../../i18n/html.ts';
import { accountName } from '../../users/account-name.ts';
import { hiddenField, postForm, problemSummary, submitButton } from '../../web/pages/controls.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import type { PageProblem } from '../../web/pages/page-problem.ts';
import { proveByPasskey, proveByPassword } from '../confirm-identity.ts';
import { askForPasskey } from '../passkeys.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { refusalProblem, refusalText } from './answer-refusal.ts';
import { browserHasPasskey, noteBrowserPasskey } from './browser-passkey.ts';
import { presentPasswordField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './passkey-form.ts';

/** A proof of who sends a form, by password or passkey, as it was sent with the form. */
export type Proof =
  | { readonly kind: 'given'; readonly by: ProofWay }
  /**
   * The form was sent without a proof: either for the first time, or by the button that asks for
   * the other way of proving. `by` is null if no way was chosen.
   */
  | { readonly kind: 'none'; readonly by: ProofWay | null; readonly isOtherWay: boolean }
  | {
      readonly kind: 'wrong';
      readonly by: ProofWay;
      readonly problem: string;
      readonly status: number;
    };

export type ProofWay = 'password' | 'passkey';

/**
 * Reads the proof that was sent with a form, which counts for this form alone. A wrong proof counts
 * as a guess, as at sign-in. `subject` is what the form of the proof was made for (`ProofForm`).
 */
export async function readProof(
  deps: Pick<AccountPageDeps, 'accounts' | 'clock'>,
  request: UserPageRequest,
  subject = '',
): Promise<Proof> {
  const { accounts } = deps;
  const { form, raw, texts, user } = request;
  const way = form.text(WAY_FIELD);
  const [password, answer] = [form.text('password'), form.text('answer')];
  const isOtherWay = way !== '';
  const by = way === 'passkey' || (!isOtherWay && answer !== '') ? 'passkey' : 'password';
  if (isOtherWay) return { kind: 'none', by, isOtherWay };
  if (password === '' && answer === '') return { kind: 'none', by: null, isOtherWay };
  const wrong = (problem: PageProblem): Proof => {
    const { retryAfterSec, status, words } = problem;
    if (retryAfterSec !== undefined) raw.reply.header('retry-after', retryAfterSec);
    return { kind: 'wrong', by, status, problem: words(texts).message };
  };
  const tooOften = overRate(accounts.addressRates, request, 'guess');
  if (tooOften !== null) return wrong(tooOften);
  const { session, knownBrowser, network } = accounts.browsers.userBrowser(raw.request);
  const prover = { userId: user.id, session, knownBrowser, network };
  const proved =
    by === 'passkey'
      ? await proveByPasskey(accounts, prover, answer, subject)
      : await proveByPassword(accounts, prover, password);
  if (proved.ok) {
    if (by === 'passkey') noteBrowserPasskey(raw.reply);
    return { kind: 'given', by };
  }
  const problem = refusalProblem(proved.refusal);
  if (problem !== null) return wrong(problem);
  const isPassword = proved.refusal.kind === 'wrong_credentials';
  const text = isPassword
    ? texts.confirm.wrongPassword
    : refusalText(texts.refusals, proved.refusal);
  return { kind: 'wrong', by, status: 400, problem: text };
}

/**
 * Names of the form fields that carry a proof of who the user is. Pages never store or repeat their
 * values.
 */
export const PROOF_FIELDS: readonly string[] = ['prove_with', 'password', 'answer', 'options'];

const WAY_FIELD = 'prove_with';

export interface ProofForm {
  readonly action: string;
  /** The one thing that a passkey signs for, such as the id of an approval; '' for none. */
  readonly subject?: string;
  /**
   * The way of proving that the page asks for. Null means: a passkey in browsers that have used
   * one, otherwise the password.
   */
  readonly by: ProofWay | null;
  /** The fields of the form, without those for the proof. */
  readonly fields: Content;
  /**
   * The hidden fields of the form, for the button that asks for the other way of
   * proving. If omitted, the button's form repeats all of `fields`.
   */
  readonly unseenFields?: Content;
  readonly submit: string;
  readonly look?: 'main' | 'danger';
  readonly others: Content;
  /** What was wrong with the proof that the form brought; null if it brought none. */
  readonly problem: string | null;
  /**
   * Whether the field for the proof gets the focus. It should not while there is something above it
   * to read.
   */
  readonly hasFocus: boolean;
}

/** The result for a form that was sent without a proof, or with a wrong one. */
export type Unproved = Exclude<Proof, { kind: 'given' }>;

export const problemIn = (proof: Unproved): string | null =>
  proof.kind === 'wrong' ? proof.problem : null;

/**
 * Makes a form that holds the given fields and asks for a proof of who the user is. Returns it with
 * the scripts that its page has to load.
 */
export async function proofForm(
  deps: Pick<AccountPageDeps, 'accounts' | 'clock'>,
  request: UserPageRequest,
  asked: ProofForm,
): Promise<{ readonly form: Html; readonly scripts: readonly string[] }> {
  const { accounts } = deps;
  const { raw, session, texts, user } = request;
  const { action, by, fields, unseenFields = fields, submit, others, problem, hasFocus } = asked;
  const { confirm: words } = texts;
  const csrfToken = session.csrfToken();
  const other = (way: ProofWay, label: string): Html =>
    submitButton({ form: OTHER_WAY, name: WAY_FIELD, value: way, label, look: 'plain' });
  const otherForm = postForm({
    id: OTHER_WAY,
    action,
    csrfToken,
    fields: unseenFields,
    submit: null,
  });
  const passkeys = await accounts.secondFactors.listPasskeys(user.id);
  const usual = browserHasPasskey(raw.request) && passkeys.length > 0 ? 'passkey' : 'password';
  if ((by ?? usual) === 'passkey') {
    const browser = accounts.browsers.userBrowser(raw.request);
    const options = await askForPasskey(accounts, browser.session, asked.subject);
    const form = html`
      ${problemSummary(problem)}
      <p>${words.passkey}</p>
      ${passkeyForm(texts.passkeyForm, {
        purpose: 'request',
        action,
        csrfToken,
        options,
        fields,
        label: submit,
        others: [other('password', words.usePassword), others],
      })}
      ${otherForm}`;
    return { form, scripts: [PASSKEY_SCRIPT] };
  }
  const form = html`
    ${postForm({
      action,
      csrfToken,
      isSentOnce: true,
      fields: [
        fields,
        presentPasswordField(texts.accountFields, {
          hint: words.signedInAs({ email: accountName(user) }),
          problem: problem ?? undefined,
          hasFocus: problem !== null || hasFocus,
        }),
      ],
      submit: { label: submit, look: asked.look ?? 'main' },
      others: [passkeys.length === 0 ? null : other('passkey', words.usePasskey), others],
    })}
    ${passkeys.length === 0 ? null : otherForm}`;
  return { form, scripts: [] };
}

const OTHER_WAY = 'other-way';

/** Hidden fields that repeat what the user typed, until the form is sent with a proof. */
export const repeatedFields = ({ form }: UserPageRequest, without: readonly string[]): Content =>
  form
    .names()
    .filter((name) => !without.includes(name) && !PROOF_FIELDS.includes(name))
    .map((name) => form.all(name).map((text) => hiddenField(name, text)));
