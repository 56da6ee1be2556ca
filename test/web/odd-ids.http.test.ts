import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import { MAX_PATH_PART_LENGTH } from '../../src/app/limits.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { startAccounts } from '../support/account-world.ts';
import type { Answer } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** What nothing is named, as it stands in an address. */
const ODD = {
  'a NUL': '%00',
  'a NUL at the end': 'ep_x%00',
  'no UTF-8': '%ff',
  'half a character': '%ED%A0%80',
  'a percent sign': '%',
  'no hexadecimal': '%zz',
  'an emoji': '%F0%9F%98%80',
  'text from right to left': '%E2%80%AE',
  slashes: '..%2F..%2Fetc',
  'a line end': '%0d%0ax:%20y',
  'a quotation mark': '%27--',
  'a name of JavaScript': '__proto__',
  'a number that is none': '-1',
  'a UUID of nothing': '019aa5e0-c2b8-7c41-b4bd-4a1f4b1f9d32',
  'a long one': 'x'.repeat(MAX_PATH_PART_LENGTH),
  'one that is too long': 'x'.repeat(MAX_PATH_PART_LENGTH + 1),
} as const;

const takesId = ({ path }: { readonly path: string }): boolean => path.includes(':');
const withId = (path: string, id: string): string => path.replaceAll(/:\w+/g, () => id);

describe('an id that can be none, in the API', async () => {
  const api = await startWalletApi({ after });

  for (const route of ROUTES.filter(takesId)) {
    test(`${route.method} ${route.path}`, async () => {
      for (const [what, id] of Object.entries(ODD)) {
        // How often one may do something is not the question here.
        const user = await api.addUser();
        const headers = { authorization: `Bearer ${user.token}` };
        const body = ['POST', 'PATCH'].includes(route.method) ? { body: {} } : {};
        const answer = await api.call(route.method, withId(route.path, id), { headers, ...body });
        const statuses = what === 'one that is too long' ? [414] : [400, 404];
        assert.ok(statuses.includes(answer.status), `${what}: ${answer.status} ${answer.text}`);
        assert.ok(isError(answer.body), `${what}: ${answer.text}`);
      }
    });
  }
});

/** As everywhere, or as a list of complaints. */
const isError = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (('errors' in body && Array.isArray(body.errors)) || ('error' in body && body.error === true));

describe('an id that can be none, on the pages', async () => {
  const world = await startAccounts({ after });
  const operator = await world.addPerson({ isAdmin: true });

  for (const page of PAGES.filter(takesId)) {
    test(`${page.method} ${page.path}`, async () => {
      const browser = await world.signedIn(operator);
      const ask = (id: string): Promise<Answer> =>
        page.method === 'GET'
          ? browser.get(withId(page.path, id))
          : browser.post(withId(page.path, id));
      for (const [what, id] of Object.entries(ODD)) {
        const answer = await ask(id);
        const { statusCode: status, headers } = answer;
        if (page.path.endsWith('/switch-account') && status === 303) continue;
        assert.ok([400, 403, 404, 429].includes(status), `${what}: ${status} ${answer.body}`);
        assert.match(readText(answer), new RegExp(`Error ${status} `), what);
        assert.equal(headers['cache-control'], 'no-store', what);
        assert.ok(headers['content-security-policy'] !== undefined, what);
        if (status === 429) assert.equal(page.path, '/webhooks/:id/test');
      }
    });
  }

  test('an address that cannot be read, over a real connection', async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const port = Number(new URL(world.app.listeningOrigin).port);
    for (const [path, status, type] of [
      ['/webhooks/%ff', 404, 'text/html'],
      ['/operate/users/%/disable', 404, 'text/html'],
      ['/webhook_endpoints/%ff', 400, 'application/json'],
      ['/nothing/%ff', 400, 'application/json'],
    ] as const) {
      for (const method of ['GET', 'POST', 'PUT']) {
        const text = await sendRaw(
          port,
          `${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        );
        assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `), `${method} ${path}`);
        assert.ok(text.includes(`content-type: ${type}`), `${method} ${path}: ${text}`);
      }
    }
  });
});

async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return text;
}
