import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { FormFields } from './page-visitor.ts';

interface AnyBrowser {
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, fields: FormFields): Promise<LightMyRequestResponse>;
}

/** Opens a page, fills in its form, and sends it with its hidden fields. */
export async function submitForm(
  browser: AnyBrowser,
  path: string,
  fields: FormFields = {},
): Promise<LightMyRequestResponse> {
  const page = await browser.get(path);
  assert.equal(page.statusCode, 200, `${path}: ${page.statusCode}`);
  return await browser.post(path, { ...hiddenFields(page, path), ...fields });
}

/** The hidden fields of the form with this action. */
export function hiddenFields(page: LightMyRequestResponse, action: string): FormFields {
  const start = page.body.indexOf(`<form method="post" action="${action}"`);
  assert(start !== -1, `the page has a form for ${action}`);
  const form = page.body.slice(start, page.body.indexOf('</form>', start));
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, unescaped(value ?? '')]));
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
