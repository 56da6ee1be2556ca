import { MAX_RETURN_LENGTH } from './limits.ts';

/**
 * Whether a text is a path on this site and nothing else, however a browser reads it: `//host` and
 * `/\host` lead to another site.
 */
export const isOwnPath = (text: string): boolean =>
  text.length <= MAX_RETURN_LENGTH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
