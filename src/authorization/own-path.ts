import { MAX_RETURN_LENGTH } from './limits.ts';

/**
 * Whether a text is a path of this site, in whatever way a browser reads it. `//host` and `/\host`
 * are not, because they lead to another site.
 */
export const isOwnPath = (text: string): boolean =>
  text.length <= MAX_RETURN_LENGTH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
