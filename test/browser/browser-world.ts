import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openCommandSession } from '../support/command-session.ts';
import { field, textField } from '../support/fields.ts';
import {
  freePort,
  type RunningService,
  type ServiceOptions,
  startService,
} from '../support/running-service.ts';
import { startAppHost } from './app-host.ts';
import { openChromium, type WatchedBrowser, type WatchedWindow } from './chromium.ts';

/**
 * The whole program, people who use it in Chromium, and apps that they connect. Pages and API have
 * addresses of their own, as in a big installation.
 */
export interface BrowserWorld {
  readonly service: RunningService;
  readonly chromium: WatchedBrowser;
  /** The address of the pages. */
  readonly authUrl: string;
  /** The address of the API. */
  readonly baseUrl: string;
  addPerson(name?: string, email?: string): Promise<Account>;
  /** A web app of another person. */
  addApp(input?: NewAppInput): Promise<RunningApp>;
  signIn(page: Page, account: Account): Promise<void>;
  /** A window in which this person is signed in. */
  signedIn(account: Account): Promise<WatchedWindow>;
  close(): Promise<void>;
}

export interface Account {
  readonly email: string;
  readonly password: string;
  /** Makes a personal token for everything, with further options of the command. */
  token(...options: readonly string[]): Promise<string>;
}

export interface NewAppInput {
  readonly name?: string;
  readonly isPublic?: boolean;
  /** Whether answers to it name the issuer. */
  readonly hasIssuer?: boolean;
  /** Below `.example`. */
  readonly host?: string;
}

export interface RunningApp {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  readonly callback: string;
  /** What came to its callback last. */
  answer(): URL;
}

const ALL_SCOPES =
  'account:read balance:read invoices:create invoices:read transactions:read payments:send';

/** `settings`: of the program, beside those that all tests need. */
export async function startBrowserWorld(
  options: ServiceOptions = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<BrowserWorld> {
  await using begun = new AsyncDisposableStack();
  const port = await freePort();
  const authUrl = `http://localhost:${port}`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const variables = {
    SATCHEL_PORT: String(port),
    SATCHEL_AUTH_URL: authUrl,
    SATCHEL_BASE_URL: baseUrl,
    SATCHEL_SIGNUP: 'open',
    // For other processes on the same database.
    SATCHEL_SECRET_KEY: 'ab'.repeat(32),
    SATCHEL_ADDRESS_DOMAIN: 'wallet.example',
    // Receivers of webhooks and payees are on this machine too.
    SATCHEL_WEBHOOK_ALLOW: '127.0.0.0/8',
    SATCHEL_OUTBOUND_ALLOW: '127.0.0.0/8',
    SATCHEL_PUSH_CONTACT: 'operator@example.com',
    ...settings,
  };
  const service = await startService(variables, options);
  begun.defer(() => service.dispose());
  const apps = await startAppHost();
  begun.defer(() => apps.close());
  const chromium = await openChromium(apps.address);
  begun.defer(() => chromium.close());
  const commands = openCommandSession(service.env);
  begun.defer(() => commands.end());
  const command: Command = async (...args) => {
    const { status, out, err } = await commands.run(...args, '--json');
    assert.equal(status, 0, `${args.join(' ')}: ${out}${err}`);
    return JSON.parse(out);
  };
  const owner = await addPerson(command, 'developer@example.com', 'A developer');
  const all = begun.move();
  let count = 0;
  const world: Omit<BrowserWorld, 'close'> = {
    service,
    chromium,
    authUrl,
    baseUrl,
    addPerson: (name, email) => {
      count += 1;
      return addPerson(command, email ?? `person-${count}@example.com`, name ?? `Person ${count}`);
    },
    addApp: async (input = {}) => {
      count += 1;
      const { name = 'Example App', isPublic = false, hasIssuer = false } = input;
      const { host = `app-${count}.example` } = input;
      const switches = [...(isPublic ? ['--public'] : []), ...(hasIssuer ? ['--issuer'] : [])];
      const [url, callback] = [`https://${host}`, `https://${host}/wallet/callback?kept=1`];
      const added = await command(
        ...['client', 'add', '--user', owner.email, '--name', name],
        ...['--url', url, '--callback', callback, ...switches],
      );
      const secret = field(added, 'client_secret');
      return {
        url,
        callback,
        answer: () => apps.answer(callback),
        id: textField(added, 'client_id'),
        secret: typeof secret === 'string' ? secret : '',
      };
    },
    signIn: (page, account) => signIn(page, authUrl, account),
    signedIn: async (account) => {
      const window = await chromium.open();
      await signIn(window.page, authUrl, account);
      return window;
    },
  };
  return { ...world, close: () => all.disposeAsync() };
}

const PASSWORD = 'correct horse battery';

/** Runs a command beside the service and reads its answer. */
type Command = (...args: readonly string[]) => Promise<unknown>;

async function addPerson(command: Command, email: string, name: string): Promise<Account> {
  const identity = ['--email', email, '--password', PASSWORD, '--name', name, '--admin'];
  await command('user', 'add', ...identity);
  return {
    email,
    password: PASSWORD,
    token: async (...options) => {
      const owner = ['--user', email, '--scopes', ALL_SCOPES];
      const added = await command('token', 'add', ...owner, ...options);
      return textField(added, 'token');
    },
  };
}

async function signIn(page: Page, authUrl: string, { email, password }: Account): Promise<void> {
  if (!page.url().endsWith('/sign-in')) await page.goto(`${authUrl}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  assert.ok(page.url().startsWith(authUrl), page.url());
}
