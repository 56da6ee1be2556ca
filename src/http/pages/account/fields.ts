import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../../base/limits.ts';
import { type TextField, textField } from '../kit/controls.ts';
import type { Html } from '../kit/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';

type Words = PageTexts['accountFields'];
type Wish = Partial<Omit<TextField, 'name' | 'type'>>;

export const emailField = (words: Words, wish: Wish = {}): Html =>
  textField({
    name: 'email',
    label: words.email,
    type: 'email',
    autocomplete: 'username',
    inputMode: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    isRequired: true,
    ...wish,
  });

export const presentPasswordField = (words: Words, wish: Wish = {}): Html =>
  textField({
    name: 'password',
    label: words.password,
    type: 'password',
    isRequired: true,
    autocomplete: 'current-password',
    ...wish,
  });

export const newPasswordField = (words: Words, wish: Wish = {}): Html =>
  textField({
    name: 'new_password',
    label: words.password,
    type: 'password',
    isRequired: true,
    autocomplete: 'new-password',
    hint: words.newPasswordHint(MIN_PASSWORD_LENGTH),
    ...wish,
  });

export const nameField = (words: Words, wish: Wish = {}): Html =>
  textField({
    name: 'name',
    label: words.name,
    autocomplete: 'name',
    maxLength: MAX_NAME_LENGTH,
    hint: words.nameHint,
    ...wish,
  });

export const codeField = (words: Words, wish: Wish = {}): Html =>
  textField({
    name: 'code',
    label: words.code,
    autocomplete: 'one-time-code',
    maxLength: 40,
    isRequired: true,
    ...wish,
  });
