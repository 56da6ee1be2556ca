import assert from 'node:assert/strict';
import { TOTP, URI } from 'otpauth';
import type { Browser } from './browser.ts';

/** An authenticator app on a user's phone. */
export interface AuthenticatorApp {
  codeAt(time: Date): string;
  /** The backup codes, which the page showed only once. */
  readonly backupCodes: readonly string[];
}

/** Sets up an authenticator app on the pages, like a user. */
export async function setUpApp(browser: Browser, now: Date): Promise<AuthenticatorApp> {
  const page = await browser.get('/security/authenticator');
  assert.equal(page.statusCode, 200);
  const link = /href="(otpauth:[^"]*)"/.exec(page.body)?.[1] ?? '';
  const totp = URI.parse(unescaped(link));
  assert(totp instanceof TOTP);
  const codeAt = (time: Date) => totp.generate({ timestamp: time.getTime() });
  const shown = await browser.post('/security/authenticator', { code: codeAt(now) });
  assert.equal(shown.statusCode, 200);
  return { codeAt, backupCodes: readBackupCodes(shown.body) };
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

export const readBackupCodes = (body: string): readonly string[] => [
  ...new Set(body.match(/\b[a-z2-9]{4}(-[a-z2-9]{4}){3}\b/g)),
];
