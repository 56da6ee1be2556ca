import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_ADDRESS_NAME_LENGTH } from './limits.ts';

/** Reasons why a text cannot be the name of a lightning address. */
export type AddressNameRefusal =
  | { readonly kind: 'bad_address_name' }
  | { readonly kind: 'reserved_address_name' };

/** The name that stands for the domain itself (LUD-16): `@example.com` means `_@example.com`. */
export const ROOT_NAME = '_';

/**
 * The form of a name: letters and digits of ASCII in lower case, in parts with one `.`, `_` or `-`
 * between them.
 */
const FORM = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/**
 * Names that a payer could take for the service, its operator or a bank, and names that mail
 * systems reserve (RFC 2142). A name that has one of them as a part is refused too.
 */
const RESERVED: ReadonlySet<string> = new Set([
  'abuse',
  'account',
  'accounts',
  'admin',
  'administrator',
  'api',
  'bank',
  'billing',
  'bitcoin',
  'contact',
  'custody',
  'dev',
  'donate',
  'donation',
  'donations',
  'feedback',
  'finance',
  'help',
  'helpdesk',
  'hostmaster',
  'info',
  'invoice',
  'invoices',
  'legal',
  'lightning',
  'lnurl',
  'mail',
  'mailer',
  'moderator',
  'nobody',
  'node',
  'noc',
  'noreply',
  'null',
  'office',
  'official',
  'operator',
  'owner',
  'pay',
  'payment',
  'payments',
  'postmaster',
  'privacy',
  'refund',
  'refunds',
  'root',
  'sales',
  'satchel',
  'security',
  'service',
  'staff',
  'support',
  'system',
  'team',
  'test',
  'treasury',
  'undefined',
  'verify',
  'wallet',
  'webmaster',
  'www',
]);

/**
 * Checks a name that a user chooses. LUD-16 knows lower case only, so capitals are turned into
 * small letters.
 */
export function checkAddressName(text: string): Result<string, AddressNameRefusal> {
  const name = text.trim().toLowerCase();
  if (name.length > MAX_ADDRESS_NAME_LENGTH || !FORM.test(name)) {
    return refuse({ kind: 'bad_address_name' });
  }
  const isReserved = name.split(/[._-]/).some((part) => RESERVED.has(part));
  return isReserved ? refuse({ kind: 'reserved_address_name' }) : accept(name);
}

/**
 * Checks a name that an operator gives to a user. It may be reserved, or the name of the domain
 * itself.
 */
export function checkOperatorsAddressName(text: string): Result<string, AddressNameRefusal> {
  const name = text.trim().toLowerCase();
  const isName = name === ROOT_NAME || (FORM.test(name) && name.length <= MAX_ADDRESS_NAME_LENGTH);
  return isName ? accept(name) : refuse({ kind: 'bad_address_name' });
}

/** A name that a payer asked for, with a tag behind `+` or without (LUD-16). */
export interface AskedName {
  readonly name: string;
  readonly tag: string | null;
}

const TAG = /^[a-z0-9][a-z0-9._-]*$/;

/** Reads a name that a payer asked for; null if no user can have such a name. */
export function readAskedName(text: string): AskedName | null {
  const [name = '', tag, ...others] = text.toLowerCase().split('+');
  if (others.length > 0 || !checkOperatorsAddressName(name).ok || name !== name.trim()) return null;
  if (tag === undefined) return { name, tag: null };
  return TAG.test(tag) && tag.length <= MAX_ADDRESS_NAME_LENGTH ? { name, tag } : null;
}
