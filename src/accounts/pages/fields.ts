import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../base/limits.ts';
import type { Content, Html } from '../../texts/html.ts';
import { problemSummary, type TextField, textField } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FieldName, FormProblem } from './answer-refusal.ts';

type Words = PageTexts['accountFields'];
export type FieldInput = Partial<Omit<TextField, 'name' | 'type'>>;

/** The field that is to be mended says so itself, and the reader is taken to it. */
export const problemAt = (problem: FormProblem | null, field: FieldName): FieldInput =>
  problem?.field === field ? { problem: problem.text, hasFocus: true } : {};

/** What is wrong with no field of its own stands above the form. */
export const summaryOf = (problem: FormProblem | null): Content =>
  problemSummary(problem?.field === null ? problem.text : null);

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

export const codeField = (words: Words, input: FieldInput = {}): Html =>
  textField({
    name: 'code',
    label: words.code,
    autocomplete: 'one-time-code',
    maxLength: 40,
    isRequired: true,
    ...input,
  });
