/**
 * A setting of the service, as operators may see it. Secret parts of the value are left out from
 * the start.
 */
export interface Setting {
  readonly name: string;
  /** A description in English, as in `.env.example`. */
  readonly description: string;
  readonly source: SettingSource;
  readonly value: ShownValue;
}

export type SettingSource = 'default' | 'environment' | 'file';

export type ShownValue =
  | { readonly kind: 'shown'; readonly text: string }
  /** A URL that is shown only as far as its host, as the rest may contain passwords or keys. */
  | { readonly kind: 'place'; readonly text: string }
  /** The setting has a value, which is secret and so not shown. */
  | { readonly kind: 'secret' }
  | { readonly kind: 'none' };
