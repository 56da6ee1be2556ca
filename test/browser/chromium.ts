import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A real browser that tells what it did. */
export interface WatchedBrowser {
  /** A window of its own, without cookies. */
  open(options?: WindowOptions): Promise<WatchedWindow>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  readonly hasScripts?: boolean;
  /** Whether one page turns into the next, which costs much where a processor draws each picture. */
  readonly hasMotion?: boolean;
  /** Whether it keeps what pages need without a network, which each new window loads once more. */
  readonly hasServiceWorker?: boolean;
}

export interface WatchedWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Addresses of all requests. */
  readonly requests: readonly string[];
  /** What the console said of errors and broken policies. */
  readonly complaints: readonly string[];
}

/** Debian's two. The first has no windows to draw, which spares half of its time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const PROGRAM = process.env['CHROMIUM'] ?? PROGRAMS.find((path) => existsSync(path)) ?? 'chromium';
/** Debian's other one, which alone has what push messages need. */
export const WINDOWED_PROGRAM = process.env['CHROMIUM_WINDOWED'] ?? '/usr/bin/chromium';
export const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  // Pages are left before faster code of their scripts has repaid the time to make it.
  '--js-flags=--no-opt --no-maglev',
];
/** A machine that others use too may need a while for a page. */
export const TIMEOUT_MS = 20_000;

/** The names of apps lead to this address. */
export async function openChromium(
  appsAddress: string,
  further: readonly string[] = [],
): Promise<WatchedBrowser> {
  const args = [...SWITCHES, ...further, `--host-resolver-rules=MAP *.example ${appsAddress}`];
  const browser = await chromium.launch({ executablePath: PROGRAM, args });
  return { open: (options) => openWindow(browser, options), close: () => browser.close() };
}

async function openWindow(browser: Browser, options: WindowOptions = {}): Promise<WatchedWindow> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    colorScheme: options.scheme ?? 'light',
    reducedMotion: options.hasMotion === true ? 'no-preference' : 'reduce',
    javaScriptEnabled: options.hasScripts ?? true,
    serviceWorkers: options.hasServiceWorker === true ? 'allow' : 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    // Apps have certificates that no authority has signed.
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (one) => void complaints.push(one.error().message));
  return { context, page: await context.newPage(), requests, complaints };
}
