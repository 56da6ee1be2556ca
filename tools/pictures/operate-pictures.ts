import type { Page } from 'playwright-core';
import type { OperateWorld } from '../../test/browser/operate-world.ts';
import { OPERATE_PATHS } from '../../test/browser/page-list.ts';
import { takeActions } from './action-pictures.ts';
import type { Take } from './take.ts';

/** The height at which pictures of long lists are cut off, because the rest looks the same. */
const MAX_HEIGHT = 1200;

/** Takes pictures of operators' pages, from a new installation to one in trouble. */
export async function takeOperate(world: OperateWorld, takeWhole: Take): Promise<void> {
  const { authUrl, window } = world;
  const { page } = window;
  const take: Take = (shown, name, options) =>
    takeWhole(shown, name, { maxHeight: MAX_HEIGHT, ...options });
  const open = (path: string) => page.goto(authUrl + path);
  for (const path of EMPTY_PATHS) {
    await open(path);
    await take(page, `${nameOf(path)}-empty`, { schemes: ['light'] });
  }
  await world.fill();
  for (const path of PICTURED_PATHS) {
    await open(path);
    await nameFolder(page, world.service.dataDir);
    await take(page, nameOf(path));
  }
  await takeStates(page, open, take);
  await takeActions(page, open, take);
  await world.lose();
  for (const path of ['/operate', '/operate/node', '/operate/books']) {
    await open(path);
    await take(page, `${nameOf(path)}-trouble`);
  }
  await world.leave();
  for (const path of ['/operate', '/operate/node']) {
    await open(path);
    await take(page, `${nameOf(path)}-away`);
  }
}

/**
 * Pages that ask before an action. Their pictures are taken together with those of other actions.
 */
const QUESTIONS: readonly string[] = ['/operate/stop', '/operate/allow', '/operate/lockdown'];

/** All pages in the navigation of operators' pages. */
export const PICTURED_PATHS = OPERATE_PATHS.filter((path) => !QUESTIONS.includes(path));

/** Shows a folder as on a server, in place of this machine's own. */
const nameFolder = (page: Page, dataDir: string): Promise<void> =>
  page.evaluate<void>(`for (const code of document.querySelectorAll('main code')) {
    code.textContent = code.textContent.replace(${JSON.stringify(dataDir)}, '/var/lib/satchel');
  }`);

/** Pages with lists that are empty while an installation is new. */
export const EMPTY_PATHS: readonly string[] = [
  '/operate',
  '/operate/payments',
  '/operate/alarms',
  '/operate/unclaimed',
  '/operate/webhooks',
  '/operate/jobs',
  '/operate/books',
];

/** The name of a picture: `/operate/node` becomes `operate-node`. */
export const nameOf = (path: string): string => path.slice(1).replace('/', '-');

async function takeStates(
  page: Page,
  open: (path: string) => Promise<unknown>,
  take: Take,
): Promise<void> {
  const views = [
    ['/operate/payments?show=stranded', 'operate-payments-stranded'],
    ['/operate/alarms?show=earlier', 'operate-alarms-acknowledged'],
    ['/operate/jobs?show=waiting', 'operate-jobs-waiting'],
    ['/operate/settings?q=nothing', 'operate-settings-none'],
    ['/operate/log?kind=node_release', 'operate-log-none'],
  ] as const;
  for (const [path, name] of views) {
    await open(path);
    await take(page, name, { schemes: ['light'] });
  }
  for (const [email, name] of [
    ['user2@example.com', 'operate-user'],
    ['user7@example.com', 'operate-user-switched-off'],
  ] as const) {
    await open(`/operate/users?q=${email}`);
    await page.getByRole('link', { name: email, exact: true }).click();
    await page.getByRole('heading', { name: email }).waitFor();
    await take(page, name, { schemes: ['light'] });
  }
  await open('/operate/payments');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator('.side-menu summary').click();
  await take(page, 'operate-menu', { widths: [390], schemes: ['light'] });
}
