import assert from 'node:assert/strict';
import type { RunningService } from './running-service.ts';
import { textField } from './wallet-user.ts';
import { createWebBrowser } from './web-browser.ts';

/** A person with a browser, who uses a running service. */
export interface UserAgent {
  /**
   * Opens an address that leads to the consent page, allows the access, and returns the address at
   * which the app ends.
   */
  allow(address: string): Promise<string>;
  open(address: string): Promise<string>;
  post(address: string): Promise<string>;
}

const PASSWORD = 'correct horse battery';

/** Adds a user, who signs in when they are first asked to. */
export async function addUserAgent(service: RunningService, email: string): Promise<UserAgent> {
  await service.cli('user', 'add', '--email', email, '--password', PASSWORD);
  const browser = createWebBrowser();
  const { baseUrl } = service;
  return {
    open: (address) => browser.get(address),
    post: (address) => browser.post(address, {}),
    allow: async (address) => {
      let page = await browser.get(address);
      if (page.includes('action="/sign-in"')) {
        page = await browser.submit(page, `${baseUrl}/sign-in`, { email, password: PASSWORD });
      }
      const [, path] = /action="(\/consent\/[\w-]+)"/.exec(page) ?? [];
      assert(path !== undefined, `the consent page: ${page.slice(0, 2000)}`);
      return await browser.submit(page, baseUrl + path, { decision: 'allow', limit: 'none' });
    },
  };
}

export interface ExampleClient {
  readonly id: string;
  readonly secret: string;
}

export async function addExampleClient(
  service: RunningService,
  email: string,
  origin: string,
  ...options: readonly string[]
): Promise<ExampleClient> {
  const named = ['--user', email, '--name', 'Example', '--url', origin];
  const callback = ['--callback', `${origin}/callback`];
  const added = await service.cli('client', 'add', ...named, ...callback, ...options);
  const secret = options.includes('--public') ? '' : textField(added, 'client_secret');
  return { id: textField(added, 'client_id'), secret };
}
