import assert from 'node:assert/strict';
import type { RunningService } from '../running-service.ts';
import { createWebBrowser } from '../web-browser.ts';

/** An operator on the pages of one process, who has just proved who they are. */
export interface OperatorAgent {
  /** Opens a page, and returns its text. */
  open(path: string): Promise<string>;
  /**
   * Opens the page of an action, sends its form with the password if it asks for that, and returns
   * the text of the page that follows.
   */
  does(path: string, fields?: Readonly<Record<string, string>>): Promise<string>;
}

const PASSWORD = 'correct horse battery';

export async function addOperatorAgent(
  service: RunningService,
  email: string,
): Promise<OperatorAgent> {
  await service.cli('user', 'add', '--email', email, '--password', PASSWORD, '--admin');
  const browser = createWebBrowser();
  const { baseUrl } = service;
  const entrance = `${baseUrl}/sign-in`;
  await browser.submit(await browser.get(entrance), entrance, { email, password: PASSWORD });
  return {
    open: (path) => browser.get(baseUrl + path),
    does: async (path, fields = {}) => {
      const page = await browser.get(baseUrl + path);
      assert(page.includes(`action="${path}"`), `the form of ${path}: ${page.slice(0, 2000)}`);
      const proof = page.includes('type="password"') ? { password: PASSWORD } : {};
      return await browser.submit(page, baseUrl + path, { ...fields, ...proof });
    },
  };
}
