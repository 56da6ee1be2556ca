import type { Page } from 'playwright-core';
import type { Take } from './take.ts';

interface Question {
  readonly name: string;
  /** The path of the list with the link to the page, or of the page itself. */
  readonly path: string;
  /** The text of the link; its first occurrence in the list is followed. */
  readonly link?: string;
}

/**
 * The pages that ask operators before an action, about a row of a list or about the service as a
 * whole.
 */
export const QUESTIONS: readonly Question[] = [
  { name: 'ask', path: '/operate/payments', link: 'Ask the node again' },
  { name: 'end', path: '/operate/payments?show=stranded', link: 'End a stranded payment' },
  { name: 'assign', path: '/operate/unclaimed', link: 'Give money to a user' },
  { name: 'retry', path: '/operate/jobs', link: 'Try again' },
  { name: 'acknowledge', path: '/operate/alarms', link: 'Acknowledge' },
  { name: 'stop', path: '/operate/stop' },
  { name: 'check', path: '/operate/books/check' },
];

/** Takes pictures of what operators are asked before an action, and of what they see after it. */
export async function takeActions(
  page: Page,
  open: (path: string) => Promise<unknown>,
  take: Take,
): Promise<void> {
  for (const { name, path, link } of QUESTIONS) {
    await open(path);
    if (link !== undefined) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await page.waitForLoadState();
    }
    await take(page, `operate-action-${name}`, { schemes: ['light'] });
  }
  await open('/operate/unclaimed');
  await page.getByRole('link', { name: 'Give money to a user' }).first().click();
  await page.getByLabel('Email address of the user').fill('max@example.com');
  await page.getByRole('button', { name: 'Give it to them' }).click();
  await page.getByText('There is no user with this address').waitFor();
  await take(page, 'operate-action-assign-refused', { schemes: ['light'] });
  await open('/operate/stop');
  await page.getByLabel('Reason').fill('A channel to our largest peer is being replaced.');
  await page.getByRole('button', { name: 'Stop payments' }).click();
  await page.getByRole('link', { name: 'Allow payments over the node' }).waitFor();
  await take(page, 'operate-node-stopped', { schemes: ['light'] });
  await open('/operate/allow');
  await take(page, 'operate-action-allow', { schemes: ['light'] });
  await page.getByRole('button', { name: 'Allow payments' }).click();
  await page.getByRole('link', { name: 'Stop payments over the node' }).waitFor();
}
