import type { PersonRefusal } from '../../account/person-refusals.ts';
import { MAX_ADDRESS_LENGTH, MAX_CLIENT_NAME_LENGTH } from '../../base/limits.ts';
import { choiceField, textField } from './kit/controls.ts';
import { type Content, html } from './kit/html.ts';
import type { RequestValues } from './kit/request-values.ts';

/** What a developer says of his app, as the form has it. */
export interface ClientFields {
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  readonly s256Only: boolean;
}

export const readClientFields = (form: RequestValues): ClientFields => ({
  name: form.text('name'),
  url: form.text('url').trim(),
  callback: form.text('callback').trim(),
  s256Only: form.text('s256_only') === 'yes',
});

export function clientFields(fields: ClientFields, refusal: PersonRefusal | null): Content {
  const problemOf = (field: keyof ClientFields) =>
    refusal !== null && fieldOf(refusal) === field ? sentence(refusal.message) : undefined;
  return [
    textField({
      name: 'name',
      label: 'Name',
      value: fields.name,
      isRequired: true,
      maxLength: MAX_CLIENT_NAME_LENGTH,
      problem: problemOf('name'),
      hint: 'People see it when they are asked.',
    }),
    textField({
      name: 'url',
      label: 'Website',
      type: 'url',
      value: fields.url,
      isRequired: true,
      maxLength: MAX_ADDRESS_LENGTH,
      problem: problemOf('url'),
      hint: html`Where the app runs, such as <code>https://app.example</code>, or
        <code>http://localhost:3000</code> while you build it.`,
    }),
    textField({
      name: 'callback',
      label: 'Callback address',
      type: 'url',
      value: fields.callback,
      maxLength: MAX_ADDRESS_LENGTH,
      problem: problemOf('callback'),
      isRequired: true,
      hint: html`Where people return to, on the same domain. The app must send it letter by letter
        as it stands here.`,
    }),
    choiceField({
      name: 's256_only',
      legend: 'Stricter proof',
      kind: 'several',
      choices: [
        {
          value: 'yes',
          isChosen: fields.s256Only,
          label: html`Accept PKCE with S256 only`,
          hint: 'Refuses the weak method “plain”. Choose it unless an old library needs that.',
        },
      ],
    }),
  ];
}

function fieldOf(refusal: PersonRefusal): keyof ClientFields {
  if (refusal.kind === 'bad_client_name') return 'name';
  return refusal.kind === 'bad_client_address' ? refusal.field : 'name';
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
