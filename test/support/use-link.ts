import { type Answer, type Browser, readHidden } from './browser.ts';
import type { FormFields } from './page-visitor.ts';

/** The path and the query of an address. */
export const pathOf = (address: string): string => address.replace('https://wallet.example', '');

/** The path of the first address in a mail. */
export const pathIn = (text = ''): string => pathOf(/https:\S+/.exec(text)?.[0] ?? '');

interface UsesLinks extends Pick<Browser, 'get'> {
  post(path: string, fields: FormFields): Promise<Answer>;
}

/** Opens a link and sends its form, like the reader of a mail. */
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
