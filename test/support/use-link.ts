import { type Answer, type Browser, readHidden } from './browser.ts';

/** Path and query, as a browser asks for them. */
export const pathOf = (address: string): string => address.replace('https://wallet.example', '');

/** The first address in a mail, as a path. */
export const pathIn = (text = ''): string => pathOf(/https:\S+/.exec(text)?.[0] ?? '');

/** Opens a link and sends its form, as its reader does. */
export async function useLink(
  browser: Browser,
  link: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const page = await browser.get(link);
  if (page.statusCode !== 200) return page;
  const token = readHidden(page, 'token');
  return browser.post(link.split('?')[0] ?? '', { token, ...fields });
}

export const isOver = (answer: Answer): boolean =>
  answer.statusCode === 410 && /This link no longer works/.test(answer.body);
