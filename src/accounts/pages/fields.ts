import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../base/limits.ts';
import type { Content, Html } from '../../i18n/html.ts';
import { problemSummary, type TextField, textField } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FieldName, FormProblem } from './answer-refusal.ts';

type Words = PageTexts['accountFields'];
export type FieldInput = Partial<Omit<TextField, 'name' | 'type'>>;

/**
 * The problem of one field, which is shown beside that field. The first field with a problem gets
 * the focus.
 */
export function problemAt(problems: readonly FormProblem[], field: FieldName): FieldInput {
  const found = problems.find((one) => one.field === field);
  return found === undefined ? {} : { problem: found.text, hasFocus: found === problems[0] };
}

/** The problem that belongs to no field, which stands above the form. */
export const summaryOf = (problems: readonly FormProblem[]): Content =>
  problemSummary(problems.find(({ field }) => field === null)?.text ?? null);

export const emailField = (words: Words, input: FieldInput = {}): Html =>
  textField({
    name: 'email',
    label: words.email,
    type: 'email',
    autocomplete: 'username',
    inputMode: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    isRequired: true,
    ...input,
  });

export const presentPasswordField = (words: Words, input: FieldInput = {}): Html =>
  textField({
    name: 'password',
    label: words.password,
    type: 'password',
    isRequired: true,
    autocomplete: 'current-password',
    reveal: words.showPassword,
    ...input,
  });

export const newPasswordField = (words: Words, input: FieldInput = {}): Html =>
  textField({
    name: 'new_password',
    label: words.password,
    type: 'password',
    isRequired: true,
    autocomplete: 'new-password',
    reveal: words.showPassword,
    hint: words.newPasswordHint({ minLength: String(MIN_PASSWORD_LENGTH) }),
    ...input,
  });

export const nameField = (words: Words, input: FieldInput = {}): Html =>
  textField({
    name: 'name',
    label: words.name,
    autocomplete: 'name',
    maxLength: MAX_NAME_LENGTH,
    hint: words.nameHint,
    ...input,
  });

/**
 * A form field for the digits of an authenticator code. Phones show a keyboard of digits for it.
 */
export const codeField = (words: Words, input: FieldInput = {}): Html =>
  textField({
    name: 'code',
    label: words.code,
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 40,
    isRequired: true,
    ...input,
  });
