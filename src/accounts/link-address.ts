import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/** Paths of the pages that one-time links open, by the kind of link. */
export const LINK_PATHS = {
  set_up: '/set-up',
  invitation: '/invitation',
  sign_up: '/sign-up/confirm',
  password_reset: '/reset-password',
  email_change: '/confirm-email',
  known_browser: '/sign-in/browser',
} as const;

const TOKEN_BYTES = 32;

export const newLinkToken = (random: Random): string =>
  base64urlnopad.encode(random.bytes(TOKEN_BYTES));

/**
 * The URL of a one-time link. `authUrl` is the public URL of the pages, without a trailing slash.
 */
export const linkAddress = (
  authUrl: string,
  kind: keyof typeof LINK_PATHS,
  token: string,
): string => `${authUrl}${LINK_PATHS[kind]}?token=${token}`;
