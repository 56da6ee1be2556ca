import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_ADDRESS_NAME_LENGTH } from './limits.ts';

/** Reasons why a text cannot be the name of a lightning address. */
export type AddressNameRefusal =
  | { readonly kind: 'bad_address_name' }
  | { readonly kind: 'reserved_address_name' };

/** The name of a domain itself (LUD-16): `@example.com` stands for `_@example.com`. */
export const ROOT_NAME = '_';

/**
 * The form of a name: letters and digits of ASCII in lower case, in parts with one `.`, `_` or `-`
 * between them.
 */
const FORM = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/**
 * Names that a payer could take for the service itself, its operator or a bank, and those that mail
 * systems reserve (RFC 2142). None of them may be a part of a name either.
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

/** A name that a user may choose. LUD-16 knows small letters only, so capitals become those. */
export function checkAddressName(text: string): Result<string, AddressNameRefusal> {
  const name = text.trim().toLowerCase();
  if (name.length > MAX_ADDRESS_NAME_LENGTH || !FORM.test(name)) {
    return refuse({ kind: 'bad_address_name' });
  }
  const isReserved = name.split(/[._-]/).some((part) => RESERVED.has(part));
  return isReserved ? refuse({ kind: 'reserved_address_name' }) : accept(name);
}

/** Checks a name that the operator gives: it may be reserved, or that of the domain. */
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

/** Reads a name that was asked for; null for one that no one can have. */
export function readAskedName(text: string): AskedName | null {
  const [name = '', tag, ...others] = text.toLowerCase().split('+');
  if (others.length > 0 || !checkOperatorsAddressName(name).ok || name !== name.trim()) return null;
  if (tag === undefined) return { name, tag: null };
  return TAG.test(tag) && tag.length <= MAX_ADDRESS_NAME_LENGTH ? { name, tag } : null;
}
