import { MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH } from '../../../base/limits.ts';
import { type TextField, textField } from '../kit/controls.ts';
import type { Html } from '../kit/html.ts';

type Wish = Partial<Omit<TextField, 'name' | 'type'>>;

export const emailField = (wish: Wish = {}): Html =>
  textField({
    name: 'email',
    label: 'E-mail address',
    type: 'email',
    autocomplete: 'username',
    inputMode: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    isRequired: true,
    ...wish,
  });

export const presentPasswordField = (wish: Wish = {}): Html =>
  textField({
    name: 'password',
    label: 'Password',
    type: 'password',
    isRequired: true,
    autocomplete: 'current-password',
    ...wish,
  });

export const newPasswordField = (wish: Wish = {}): Html =>
  textField({
    name: 'new_password',
    label: 'Password',
    type: 'password',
    isRequired: true,
    autocomplete: 'new-password',
    hint:
      `At least ${MIN_PASSWORD_LENGTH} characters. A few words that nobody else would put ` +
      'together are good.',
    ...wish,
  });

export const codeField = (wish: Wish & { readonly label: string }): Html =>
  textField({
    name: 'code',
    autocomplete: 'one-time-code',
    maxLength: 40,
    isRequired: true,
    ...wish,
  });
