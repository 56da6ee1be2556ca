import { MAX_ADDRESS_LENGTH } from '../../base/limits.ts';
import type { Content } from '../../i18n/html.ts';
import { choiceField, textField } from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type BadClientRefusal, clientFaults } from '../check-client.ts';

import { MAX_CLIENT_NAME_LENGTH, MAX_CLIENTS } from '../limits.ts';

import type { ClientAddressRefusal } from '../redirect-rules.ts';

/** The form about an app, as its developer filled it in. */
export interface ClientFields {
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  readonly s256Only: boolean;
  readonly sendsIssuer: boolean;
}

export const CLIENT_FIELD_NAMES: readonly string[] = [
  'name',
  'url',
  'callback',
  's256_only',
  'issuer',
];

export const readClientFields = (form: RequestValues): ClientFields => ({
  name: form.text('name'),
  url: form.text('url').trim(),
  callback: form.text('callback').trim(),
  s256Only: form.text('s256_only') === 'yes',
  sendsIssuer: form.text('issuer') === 'yes',
});

/** The problems of a form about an app, by the name of the field. */
export type ClientProblems = Readonly<Partial<Record<keyof ClientFields, string>>>;

export function clientFields(
  { fields: words }: Words,
  fields: ClientFields,
  problems: ClientProblems,
): Content {
  return [
    textField({
      name: 'name',
      label: words.name,
      value: fields.name,
      isRequired: true,
      maxLength: MAX_CLIENT_NAME_LENGTH,
      problem: problems.name,
      hint: words.nameHint,
    }),
    textField({
      name: 'url',
      label: words.url,
      type: 'url',
      value: fields.url,
      isRequired: true,
      maxLength: MAX_ADDRESS_LENGTH,
      problem: problems.url,
      hint: words.urlHint({ code }),
    }),
    textField({
      name: 'callback',
      label: words.callback,
      type: 'url',
      value: fields.callback,
      maxLength: MAX_ADDRESS_LENGTH,
      problem: problems.callback,
      isRequired: true,
      hint: words.callbackHint({ code }),
    }),
    choiceField({
      name: 's256_only',
      legend: words.strict,
      kind: 'several',
      choices: [
        {
          value: 'yes',
          isChosen: fields.s256Only,
          label: words.s256Only,
          hint: words.s256Hint,
        },
      ],
    }),
    choiceField({
      name: 'issuer',
      legend: words.answers,
      kind: 'several',
      choices: [
        {
          value: 'yes',
          isChosen: fields.sendsIssuer,
          label: words.sendsIssuer,
          hint: words.issuerHint,
        },
      ],
    }),
  ];
}

type Refusal = BadClientRefusal | { readonly kind: 'too_many_clients' };

/**
 * Finds all problems of the form at once, so that people do not have to send it again for each
 * field.
 */
export const clientProblems = (
  words: Words,
  fields: ClientFields,
  refusal: Refusal,
): ClientProblems =>
  Object.assign({}, ...[refusal, ...clientFaults(fields)].map((one) => clientProblem(words, one)));

function clientProblem({ problems: words }: Words, refusal: Refusal): ClientProblems {
  switch (refusal.kind) {
    case 'bad_client_name':
      return { name: words.name({ most: String(MAX_CLIENT_NAME_LENGTH) }) };
    case 'bad_client_address':
      return { [refusal.field]: addressProblem(words, refusal) };
    case 'too_many_clients':
      return { name: words.tooMany({ most: String(MAX_CLIENTS) }) };
  }
}

function addressProblem(
  words: Words['problems'],
  { field, problem, host }: ClientAddressRefusal,
): string {
  const address = words.addresses[field];
  return problem === 'no_port' || problem === 'other_domain'
    ? words.address[problem]({ address, host })
    : words.address[problem]({ address });
}

type Words = PageTexts['clients'];
