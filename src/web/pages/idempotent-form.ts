import type { SecretReplacement } from '../../authorization/secret-replacement.ts';
import { bytesToHex } from '../../base/hex.ts';
import { REPEATED_FORM_MS } from '../../base/limits.ts';
import type { Random } from '../../base/random.ts';
import type { Content } from '../../i18n/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { hiddenField } from './controls.ts';
import type { Notice, PageSession } from './page-session.ts';
import type { RequestValues } from './request-values.ts';

/**
 * A form that makes a secret, such as a token. People may click twice, and see only the second
 * answer. So the secret is derived from the form and the session, and a repeat makes the same one.
 */
export interface IdempotentForm {
  /** An id that is different in each form that is shown. */
  readonly formId: string;
}

export const newFormId = (random: Random): string => bytesToHex(random.bytes(16));

export const readFormId = (form: RequestValues): string => form.text(FORM_ID_FIELD);

export const formIdField = (formId: string): Content => hiddenField(FORM_ID_FIELD, formId);

/**
 * The secret bytes for what a form makes. They are the same when the form is sent again unchanged.
 * A form without an id gets none, and makes a random secret.
 */
export const idempotentInput = (
  session: PageSession,
  what: string,
  fields: IdempotentForm,
): { readonly idempotentSecret?: Uint8Array } =>
  fields.formId === ''
    ? {}
    : { idempotentSecret: session.secretOf(`${what} ${JSON.stringify(fields)}`) };

export interface ReplacingForm extends IdempotentForm {
  /** The fingerprint of the secret that was in use when the form was shown. */
  readonly replaces: string;
}

export const readReplacingForm = (form: RequestValues): ReplacingForm => ({
  formId: readFormId(form),
  replaces: form.text(REPLACES_FIELD),
});

export const replacingFields = ({ formId, replaces }: ReplacingForm): Content => [
  formIdField(formId),
  hiddenField(REPLACES_FIELD, replaces),
];

/**
 * Derives the secret that replaces another one from the form and the present time slot. In this
 * way, a repeat in the same or the next slot is recognised even for secrets that are stored without
 * the time of their replacement.
 */
export function replacementOf(
  session: PageSession,
  what: string,
  fields: ReplacingForm,
  now: Date,
): SecretReplacement {
  const slot = Math.floor(now.getTime() / REPEATED_FORM_MS);
  const ofSlot = (number: number): Uint8Array =>
    session.secretOf(`${what} ${number} ${JSON.stringify(fields)}`);
  const { replaces } = fields;
  return { replaces, idempotentSecret: ofSlot(slot), earlierIdempotentSecret: ofSlot(slot - 1) };
}

/**
 * The notice for a repeated form whose secret cannot be shown any more: it was sent too late, or
 * the secret was replaced since.
 */
export const alreadyDone = ({ problems }: PageTexts): Notice => ({
  kind: 'problem',
  text: problems.doneBefore,
});

const FORM_ID_FIELD = 'form_id';
const REPLACES_FIELD = 'replaces';
