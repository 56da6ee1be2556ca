import type { Answer, Browser } from './browser.ts';
import { readHidden } from './browser.ts';
import type { Deviations, SoftPasskey } from './soft-passkey.ts';

export const NEW_PASSKEY = '/security/passkeys/new';

/** The options that the page gives to a user who has just proved who they are. */
export const passkeyOptions = async (browser: Browser, password: string): Promise<string> =>
  readHidden(await browser.post(NEW_PASSKEY, { password }), 'options');

export const sendPasskey = (browser: Browser, answer: string, name = 'Phone'): Promise<Answer> =>
  browser.post('/security/passkeys', { name, answer });

export async function addPasskey(
  browser: Browser,
  key: SoftPasskey,
  password: string,
  deviations: Deviations = {},
): Promise<Answer> {
  const options = await passkeyOptions(browser, password);
  return await sendPasskey(browser, key.create(options, deviations));
}
