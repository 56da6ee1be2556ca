import type { FormFields } from '../support/page-visitor.ts';
import { createWebBrowser, type WebBrowser } from '../support/web-browser.ts';

export interface SignedIn {
  readonly browser: WebBrowser;
  /** The page on which the browser has ended. */
  readonly page: string;
  readonly isSignedIn: boolean;
}

/** Signs in on the pages, with a browser of its own. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<SignedIn> {
  const browser = createWebBrowser();
  const entrance = `${baseUrl}/sign-in`;
  const page = await browser.submit(await browser.get(entrance), entrance, { email, password });
  return { browser, page, isSignedIn: await isSignedIn(baseUrl, browser) };
}

/** Whether someone is signed in in this browser, with their second factor if there is one. */
export async function isSignedIn(baseUrl: string, browser: WebBrowser): Promise<boolean> {
  return (await browser.get(`${baseUrl}/more`)).includes('action="/sign-out"');
}

/** Opens a page and sends the form on it. Returns the page that follows. */
export async function sendForm(
  baseUrl: string,
  browser: WebBrowser,
  path: string,
  fields: FormFields,
): Promise<string> {
  return await browser.submit(await browser.get(baseUrl + path), baseUrl + path, fields);
}
