import type { Budget } from '../../authorization/budget.ts';
import { checkName } from '../../authorization/name.ts';
import { MAX_NAME_LENGTH } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { Content } from '../../i18n/html.ts';
import { choiceField, hiddenField, selectField, textField } from '../../web/pages/controls.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import { formIdField, type IdempotentForm, readFormId } from '../../web/pages/idempotent-form.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ConnectionKind } from '../connection-kind.ts';
import { PRESETS, type Preset } from '../preset.ts';
import {
  BUDGET_FIELD_NAMES,
  type BudgetFields,
  budgetFields,
  chosenBudget,
  readBudgetFields,
  suggestedBudgetFields,
} from './budget-fields.ts';
import { lifetimeOptions, NEVER, readLifetime } from './lifetimes.ts';

/** The form that connects an app without OAuth, as it was filled in. */
export interface ConnectionFields extends IdempotentForm {
  readonly name: string;
  readonly kind: string;
  readonly preset: string;
  readonly end: string;
  readonly budget: BudgetFields;
  readonly problems?: Problems;
}

type Problems = Partial<Readonly<Record<'name' | 'kind' | 'preset' | 'end', string>>>;

export interface ConnectionInput {
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly preset: Preset;
  readonly budget: Budget | null;
  readonly expiresAt: Date | null;
}

export const RESUMABLE_FIELDS = ['name', 'kind', 'preset', 'connection_end', ...BUDGET_FIELD_NAMES];

/**
 * Reads the form that connects an app without OAuth. The budget of the connection ends together
 * with the connection.
 */
export const readFields = (form: RequestValues): ConnectionFields => ({
  formId: readFormId(form),
  name: form.text('name').trim(),
  kind: form.text('kind'),
  preset: form.text('preset'),
  end: form.text('connection_end'),
  budget: { ...readBudgetFields(form), end: NEVER },
});

export const suggestedFields = (
  format: FormatterSet,
  kinds: readonly ConnectionKind[],
  balanceSat: bigint,
): Omit<ConnectionFields, 'formId'> => ({
  name: '',
  kind: kinds[0]?.name ?? '',
  preset: 'pay',
  end: '365',
  budget: suggestedBudgetFields(format, balanceSat),
});

/** Finds all problems of the form that connects an app without OAuth. */
export function checkFields(
  { format, connections: { creating: words } }: PageTexts,
  fields: ConnectionFields,
  kinds: readonly ConnectionKind[],
  now: Date,
): Result<ConnectionInput, Partial<ConnectionFields>> {
  const kind = kinds.find(({ name }) => name === fields.kind);
  const preset = PRESETS.find((one) => one === fields.preset);
  const lifetime = readLifetime(fields.end, now, {});
  const budget =
    preset === 'pay'
      ? chosenBudget(format, fields.budget, { presentEnd: null }, now)
      : accept(null);
  const nameProblem = problemOfName(words, fields.name);
  const problems: Problems = {
    ...(nameProblem === null ? {} : { name: nameProblem }),
    ...(kind === undefined ? { kind: words.noKind } : {}),
    ...(preset === undefined ? { preset: words.noPreset } : {}),
    ...(lifetime === null ? { end: words.noEnd } : {}),
  };
  if (
    kind === undefined ||
    preset === undefined ||
    lifetime === null ||
    nameProblem !== null ||
    !budget.ok
  ) {
    const problem = budget.ok ? {} : { problem: budget.refusal };
    return refuse({ problems, budget: { ...fields.budget, ...problem } });
  }
  const { name } = fields;
  return accept({ name, kind, preset, budget: budget.value, expiresAt: lifetime.at });
}

/** The problem with the typed name of a connection or a device. */
export function problemOfName(
  { noName, hiddenInName }: PageTexts['connections']['creating'],
  name: string,
): string | null {
  if (name === '') return noName;
  return checkName(name, MAX_NAME_LENGTH).ok ? null : hiddenInName;
}

export function connectionFields(
  texts: PageTexts,
  fields: ConnectionFields,
  { kinds, balanceSat }: { readonly kinds: readonly ConnectionKind[]; readonly balanceSat: bigint },
): Content {
  const { kinds: kindWords, presets, creating: words } = texts.connections;
  const { problems } = fields;
  return [
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
    kinds.length === 1
      ? hiddenField('kind', kinds[0]?.name ?? '')
      : choiceField({
          name: 'kind',
          legend: words.kind,
          kind: 'one',
          problem: problems?.kind,
          choices: kinds.map(({ name }) => ({
            value: name,
            isChosen: fields.kind === name,
            label: kindWords[name].title,
            hint: kindWords[name].meaning,
          })),
        }),
    choiceField({
      name: 'preset',
      legend: words.preset,
      kind: 'one',
      problem: problems?.preset,
      choices: PRESETS.map((preset) => ({
        value: preset,
        isChosen: fields.preset === preset,
        label: presets[preset].title,
        hint: presets[preset].meaning,
      })),
    }),
    budgetFields(texts, fields.budget, { balanceSat, presentEnd: null, isEndless: true }),
    selectField({
      name: 'connection_end',
      label: words.end,
      value: fields.end,
      options: lifetimeOptions(texts, {}),
      problem: problems?.end,
    }),
  ];
}
