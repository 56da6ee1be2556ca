import { timingSafeEqual } from 'node:crypto';
import { isOwnPath } from '../../../access/own-path.ts';
import { bytesToHex } from '../../../base/hex.ts';
import type { PageRequest } from './page.ts';
import type { PageSession } from './page-session.ts';
import { type RequestValues, readRequestValues } from './request-values.ts';

/**
 * Where to come back to after something else was asked for: the page of the form, filled in as it
 * was. It is proved to come from this session, so that no one is sent to a form that others filled
 * in. No secret may be among the fields: addresses are kept.
 */
export function pathOfKept(
  session: PageSession,
  path: string,
  form: RequestValues,
  names: readonly string[],
): string {
  const fields = new URLSearchParams(
    names.flatMap((name) => form.all(name).map((text): [string, string] => [name, text])),
  );
  const proof = proofOf(session, path, fields);
  fields.set(PROOF, proof);
  const kept = `${path}?${fields}`;
  return isOwnPath(kept) ? kept : path;
}

/** Null where the page is asked for as usual, or by an address that is none of ours. */
export function readKept({ url, session }: PageRequest): RequestValues | null {
  const [path = '', ...rest] = url.split('?');
  const fields = new URLSearchParams(rest.join('?'));
  const given = fields.get(PROOF);
  if (given === null) return null;
  fields.delete(PROOF);
  const [known, claimed] = [proofOf(session, path, fields), given].map((text) => Buffer.from(text));
  if (known === undefined || claimed?.length !== known.length) return null;
  return timingSafeEqual(known, claimed) ? readRequestValues(fields) : null;
}

/** Whether a path is one of these. */
export const isPathOfKept = (path: string): boolean =>
  new URLSearchParams(path.split('?')[1]).has(PROOF);

const PROOF = 'kept';

const proofOf = (session: PageSession, path: string, fields: URLSearchParams): string =>
  bytesToHex(session.secretOf(`kept form ${path}?${fields}`));
