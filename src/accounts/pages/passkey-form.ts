import { isIP } from 'node:net';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { hiddenField, postForm } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AccountDeps } from '../account-deps.ts';
import type { ChallengePurpose } from '../passkey.ts';

/** The script that each page with a passkey form loads. */
export const PASSKEY_SCRIPT = 'passkey.js';

export interface PasskeyForm {
  readonly purpose: ChallengePurpose;
  readonly action: string;
  readonly csrfToken: string;
  /** The options of the WebAuthn call that the script makes in the browser, as JSON text. */
  readonly options: string;
  readonly label: string;
  readonly fields?: Content;
  readonly others?: Content;
}

/**
 * Whether browsers allow passkeys for the pages of this service: the host must be a name and no IP
 * address (WebAuthn, 5.1.2).
 */
export const allowsPasskeys = ({ authUrl }: Pick<AccountDeps, 'authUrl'>): boolean =>
  isIP(new URL(authUrl()).hostname.replace(/^\[|\]$/g, '')) === 0;

/**
 * A form for a passkey. It is the only form that needs a script, and says so until the script runs.
 */
export const passkeyForm = (
  words: PageTexts['passkeyForm'],
  { purpose, options, label, fields, ...form }: PasskeyForm,
): Html => html`
    <p class="notice problem" id="passkey-problem" role="alert" data-not-chosen="${words.notChosen}"
      data-known="${words.known}"
      data-impossible="${words.impossible}">${words.needsScript}</p>
    ${postForm({
      ...form,
      id: `passkey-${purpose}`,
      fields: [fields ?? null, hiddenField('options', options), hiddenField('answer', '')],
      submit: { label },
    })}`;
