import { type Answer, type Browser, readHidden } from './browser.ts';
import type { FormFields } from './page-visitor.ts';

/** Path and query, as a browser asks for them. */
export const pathOf = (address: string): string => address.replace('https://wallet.example', '');

/** The first address in a mail, as a path. */
export const pathIn = (text = ''): string => pathOf(/https:\S+/.exec(text)?.[0] ?? '');

interface UsesLinks extends Pick<Browser, 'get'> {
  post(path: string, fields: FormFields): Promise<Answer>;
}

/** Opens a link and sends its form, as its reader does. */
export async function useLink(
  browser: UsesLinks,
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
