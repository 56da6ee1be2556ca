import { Response } from 'undici';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { readPairs } from '../../../web/read-pairs.ts';
import { MAX_OAUTH_PARAMETERS } from '../../limits.ts';
import { invalidRequest, type OauthError } from './oauth-error.ts';

type Fields = readonly [name: string, value: string][];

/**
 * Reads the fields in the body of a request. A body of the type multipart that has no usable parts
 * is read as an ordinary form, because some clients declare that type for an empty body, or in
 * addition to the right type.
 */
export async function readFormBody(
  contentType: string,
  body: Uint8Array,
): Promise<Result<Fields, OauthError>> {
  if (body.length === 0) return accept([]);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') {
    return accept((await readParts(contentType, body)) ?? readText(body));
  }
  if (type === '' || type === 'application/x-www-form-urlencoded') return accept(readText(body));
  return refuse(invalidRequest('the body must be application/x-www-form-urlencoded'));
}

const readText = (body: Uint8Array): Fields => [
  ...readPairs(Buffer.from(body).toString('utf8'), MAX_OAUTH_PARAMETERS),
];

async function readParts(contentType: string, body: Uint8Array): Promise<Fields | null> {
  try {
    const headers = { 'content-type': contentType };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  } catch {
    return null;
  }
}
