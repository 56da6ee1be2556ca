import { notifyUser } from '../../accounts/notify-user.ts';
import { requireStepUp, type StepUpAct } from '../../accounts/pages/require-step-up.ts';
import type { Budget } from '../../authorization/budget.ts';
import { checkName } from '../../authorization/name.ts';
import { ALL_SCOPES, maySpend, type Scope } from '../../authorization/scope.ts';
import type { Sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { MAX_NAME_LENGTH } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { html } from '../../i18n/html.ts';
import { readBalance } from '../../ledger/read-balance.ts';
import { commandExample, facts, secretOnce } from '../../web/pages/components.ts';
import {
  choiceField,
  linkButton,
  postForm,
  problemSummary,
  selectField,
  textField,
} from '../../web/pages/controls.ts';
import {
  formIdField,
  type IdempotentForm,
  idempotentInput,
  newFormId,
  readFormId,
} from '../../web/pages/idempotent-form.ts';
import {
  type Page,
  type PageAnswer,
  refusePage,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { TOKENS_PATH } from '../../web/pages/paths.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { addPersonalToken } from '../add-personal-token.ts';
import { MAX_PERSONAL_TOKENS } from '../limits.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { budgetFacts } from './budget-facts.ts';
import {
  BUDGET_FIELD_NAMES,
  type BudgetFields,
  budgetFields,
  chosenBudget,
  readBudgetFields,
  suggestedBudgetFields,
} from './budget-fields.ts';
import { lifetimeOptions, readLifetime } from './lifetimes.ts';
import { limitNewAccess } from './limit-new-access.ts';
import { scopeList } from './scope-words.ts';

const NEW_TOKEN_PATH = `${TOKENS_PATH}/new`;

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: NEW_TOKEN_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const balanceSat = await readBalance(deps, request.user.id);
    const formId = newFormId(deps.random);
    const resumed = readResumedForm(request);
    if (resumed !== null) return showForm(request, balanceSat, { ...readFields(resumed), formId });
    const fields = { formId, name: '', scopes: ['balance:read'], end: '365' } as const;
    const budget = suggestedBudgetFields(request.texts.format, balanceSat);
    return showForm(request, balanceSat, { ...fields, budget });
  },
};

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: NEW_TOKEN_PATH,
  access: 'signed_in',
  resumable: { fields: ['name', 'scope', 'token_end', ...BUDGET_FIELD_NAMES] },
  handle: async (deps, request) => {
    const fields = readFields(request.form);
    const input = checkFields(request.texts, fields, deps.clock.now());
    if (input.ok) {
      const add = () => addToken(deps, request, input.value, fields);
      // A token that can spend is as good as the money itself, so users first prove who they are.
      if (!maySpend(input.value)) return await add();
      return await requireStepUp(deps, request, actOf(request.texts, input.value), add);
    }
    const balanceSat = await readBalance(deps, request.user.id);
    return showForm(request, balanceSat, { ...fields, ...input.refusal });
  },
};

export const newTokenPages: readonly Page<AppPageDeps>[] = [show, send];

const actOf = (texts: PageTexts, { name, scopes, budget }: TokenInput): StepUpAct => ({
  section: 'tokens',
  title: name,
  about: [scopeList(texts.scopes, scopes), facts(budgetFacts(texts, budget))],
  submit: texts.tokens.creating.submit,
  back: linkButton(texts.frame.cancel, TOKENS_PATH, 'quiet'),
});

interface TokenFields extends IdempotentForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly end: string;
  readonly budget: BudgetFields;
  readonly problems?: Problems;
}

type Problems = Partial<Readonly<Record<'name' | 'scopes' | 'end', string>>>;

interface TokenInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly budget: Budget | null;
}

const readFields = (form: RequestValues): TokenFields => ({
  formId: readFormId(form),
  name: form.text('name').trim(),
  scopes: form.all('scope'),
  end: form.text('token_end'),
  budget: readBudgetFields(form),
});

/**
 * Finds all problems of the form at once, so that people do not have to send it again for each
 * problem.
 */
function checkFields(
  { format, tokens: { creating: words } }: PageTexts,
  fields: TokenFields,
  now: Date,
): Result<TokenInput, Partial<TokenFields>> {
  const scopes = ALL_SCOPES.filter((scope) => fields.scopes.includes(scope));
  const name = checkName(fields.name, MAX_NAME_LENGTH);
  const lifetime = readLifetime(fields.end, now, {});
  const budget = scopes.includes('payments:send')
    ? chosenBudget(format, fields.budget, { presentEnd: null }, now)
    : accept(null);
  const problems: Problems = {
    ...problemOfName(words, fields.name, name.ok),
    ...(scopes.length === 0 ? { scopes: words.noScopes } : {}),
    ...(lifetime === null ? { end: words.noEnd } : {}),
  };
  if (lifetime === null || !name.ok || !budget.ok || Object.keys(problems).length > 0) {
    const problem = budget.ok ? {} : { problem: budget.refusal };
    return refuse({ problems, budget: { ...fields.budget, ...problem } });
  }
  return accept({ name: name.value, scopes, expiresAt: lifetime.at, budget: budget.value });
}

function problemOfName(words: Words, name: string, isVisible: boolean): Problems {
  if (name === '') return { name: words.noName };
  return isVisible ? {} : { name: words.hiddenInName };
}

function showForm(request: UserPageRequest, balanceSat: Sat, fields: TokenFields): ShownPage {
  const { scopes, frame, tokens } = request.texts;
  const words = tokens.creating;
  const problems = fields.problems;
  return showPage({
    title: words.title,
    section: 'tokens',
    width: 'narrow',
    status: problems === undefined ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(problems === undefined ? null : words.failed)}
      <section class="card">${postForm({
        action: NEW_TOKEN_PATH,
        csrfToken: request.session.csrfToken(),
        fields: [
          formIdField(fields.formId),
          textField({
            name: 'name',
            label: words.name,
            value: fields.name,
            maxLength: MAX_NAME_LENGTH,
            hint: words.nameHint,
            isRequired: true,
            problem: problems?.name,
          }),
          choiceField({
            name: 'scope',
            legend: words.scopes,
            kind: 'several',
            problem: problems?.scopes,
            choices: ALL_SCOPES.map((scope) => ({
              value: scope,
              isChosen: fields.scopes.includes(scope),
              label: scopes.each[scope].title,
              hint: html`${scopes.each[scope].meaning} <code>${scope}</code>`,
            })),
          }),
          budgetFields(request.texts, fields.budget, { balanceSat, presentEnd: null }),
          selectField({
            name: 'token_end',
            label: words.end,
            value: fields.end,
            options: lifetimeOptions(request.texts, {}),
            problem: problems?.end,
          }),
        ],
        submit: { label: words.submit },
        others: linkButton(frame.cancel, TOKENS_PATH, 'quiet'),
      })}</section>`,
  });
}

async function addToken(
  deps: AppPageDeps,
  { user, session, texts }: UserPageRequest,
  input: TokenInput,
  fields: TokenFields,
): Promise<PageAnswer> {
  const refused = await limitNewAccess(deps, user.id);
  if (refused !== null) return refused;
  const now = deps.clock.now();
  const { expiresAt, budget } = input;
  const added = await addPersonalToken(deps, {
    userId: user.id,
    name: input.name,
    scopes: input.scopes.join(' '),
    expiresInSec: expiresAt === null ? null : (expiresAt.getTime() - now.getTime()) / 1000,
    ...idempotentInput(session, 'token', fields),
  });
  if (!added.ok) {
    assert(added.refusal.kind === 'too_many_tokens', 'what was checked is accepted');
    return refusePage({
      status: 400,
      words: ({ tokens: { creating } }) => ({
        title: creating.tooMany.title,
        message: creating.tooMany.message({ most: String(MAX_PERSONAL_TOKENS) }),
      }),
    });
  }
  const { token, stored, isRepeat } = added.value;
  // The limit is set before the token is shown, so that the token can never spend without its
  // limit.
  await deps.budgets.setBudget({ userId: user.id, grantId: stored.id }, budget, now);
  if (maySpend(stored) && !isRepeat) {
    notifyUser(deps.accounts, user, { kind: 'spending_token_added', name: stored.name });
  }
  const words = texts.tokens.creating;
  const command = `curl -H "Authorization: Bearer ${token}" \\\n  ${deps.baseUrl()}/balance`;
  return showPage({
    title: words.done,
    section: 'tokens',
    width: 'narrow',
    main: html`
      <h1>${words.done}</h1>
      ${secretOnce(texts.frame, words.secret({ name: stored.name }), token)}
      ${commandExample(texts.frame, command)}
      <p class="actions">${linkButton(words.kept, TOKENS_PATH, 'main')}
        ${linkButton(words.tryIt, `${deps.baseUrl()}/docs`)}</p>`,
  });
}

type Words = PageTexts['tokens']['creating'];
