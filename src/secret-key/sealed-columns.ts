import type { SealPurpose } from '../authorization/derived-key.ts';
import { keptLabel } from './secret-key-store.ts';

/** A column of the database whose values are sealed under a key of the service. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key, each with its type. */
  readonly key: readonly { readonly name: string; readonly type: 'text' | 'uuid' | 'integer' }[];
  readonly purpose: SealPurpose;
  /** The label with which a row is sealed, of the values of its key as text. */
  readonly label: (key: readonly string[]) => string;
}

const first = ([value = '']: readonly string[]): string => value;

/**
 * All sealed columns. What is missing here could not be opened any more once the secret key was
 * replaced, so a test looks for others.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'authenticator',
    column: 'sealed_secret',
    key: [{ name: 'user_id', type: 'uuid' }],
    purpose: 'authenticator',
    label: first,
  },
  {
    table: 'kept_key',
    column: 'sealed',
    key: [{ name: 'purpose', type: 'text' }],
    purpose: 'kept keys',
    label: (key) => keptLabel(first(key)),
  },
  {
    table: 'nwc_key',
    column: 'wallet_secret_sealed',
    key: [{ name: 'device_id', type: 'uuid' }],
    purpose: 'nwc wallet keys',
    label: first,
  },
  {
    table: 'outbox',
    column: 'sealed',
    key: [{ name: 'id', type: 'uuid' }],
    purpose: 'mails in the outbox',
    label: (key) => `mail ${first(key)}`,
  },
  {
    table: 'webhook_secret',
    column: 'sealed',
    key: [
      { name: 'endpoint_id', type: 'text' },
      { name: 'number', type: 'integer' },
    ],
    purpose: 'webhook secret',
    label: first,
  },
];
