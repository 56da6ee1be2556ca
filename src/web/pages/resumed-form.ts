import { timingSafeEqual } from 'node:crypto';
import { isOwnPath } from '../../authorization/own-path.ts';
import { bytesToHex } from '../../base/hex.ts';
import { CSRF_FIELD } from './forms.ts';
import type { PageRequest, ResumableForm } from './page.ts';
import type { PageSession } from './page-session.ts';
import { type RequestValues, readRequestValues } from './request-values.ts';

/**
 * The address of a page with its form filled in, to which a user returns after a question such as
 * their password. The address contains a proof that this session made it, so that no one is led to
 * a form that others filled in. Browsers store addresses, so no secret may be among the fields.
 */
export function formResumePath(
  session: PageSession,
  path: string,
  form: RequestValues,
  names: readonly string[],
): string {
  const fields = fieldsOf(form, names);
  const proof = proofOf(session, path, fields);
  return pathWith(path, fields, [PROOF, proof]);
}

/**
 * Reads the fields of a filled-in form from the address of its page; null for an address without
 * such fields, or one that this session did not make.
 */
export function readResumedForm({ url, session }: PageRequest): RequestValues | null {
  const { path, fields } = partsOf(url);
  const given = fields.get(PROOF);
  if (given === null) return null;
  fields.delete(PROOF);
  const [known, claimed] = [proofOf(session, path, fields), given].map((text) => Buffer.from(text));
  if (known === undefined || claimed?.length !== known.length) return null;
  return timingSafeEqual(known, claimed) ? readRequestValues(fields) : null;
}

/** Whether a path is the address of a form that is filled in. */
export const isFormResumePath = (path: string): boolean => partsOf(path).fields.has(PROOF);

/**
 * The address that keeps the fields of a form, whose session had ended, until its user signs in.
 * The token of the form is added, by which it is known later whose form it was.
 */
export function interruptedFormPath(
  request: PageRequest,
  { fields: names, at }: ResumableForm,
): { readonly path: string; readonly isWhole: boolean } {
  const { form, url } = request;
  const path = at?.(request) ?? partsOf(url).path;
  const token: Field = [LEFT, form.text(CSRF_FIELD)];
  const left = pathWith(path, fieldsOf(form, names), token);
  if (left !== path) return { path: left, isWhole: true };
  // A form that is too long for an address is lost, but the user still returns to its page.
  return { path: pathWith(path, new URLSearchParams(), token), isWhole: false };
}

/**
 * The page to show after signing in: the form that this user had filled in, and never someone
 * else's.
 */
export function resumeAfterSignIn(session: PageSession, userId: string, returnTo: string): string {
  const { path, fields } = partsOf(returnTo);
  const token = fields.get(LEFT);
  if (token === null) return returnTo;
  if (!session.isFormOf(userId, token)) return '/';
  fields.delete(LEFT);
  return formResumePath(session, path, readRequestValues(fields), [...new Set(fields.keys())]);
}

const PROOF = 'kept';
const LEFT = 'form_left';

const partsOf = (url: string): { readonly path: string; readonly fields: URLSearchParams } => {
  const [path = '', ...rest] = url.split('?');
  return { path, fields: new URLSearchParams(rest.join('?')) };
};

const fieldsOf = (form: RequestValues, names: readonly string[]): URLSearchParams =>
  new URLSearchParams(names.flatMap((name) => form.all(name).map((text): Field => [name, text])));

type Field = [name: string, text: string];

/** The path with the fields in its query; the path alone where they are too long. */
function pathWith(path: string, fields: URLSearchParams, added: Field): string {
  const all = new URLSearchParams([...fields, added]);
  const whole = `${path}?${all}`;
  return isOwnPath(whole) ? whole : path;
}

const proofOf = (session: PageSession, path: string, fields: URLSearchParams): string =>
  bytesToHex(session.secretOf(`kept form ${path}?${fields}`));
