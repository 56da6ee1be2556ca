import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import { field, listField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const { body: document } = await api.call('GET', '/openapi.json');

const operationOf = (method: string, path: string): unknown => {
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  return field(field(field(document, 'paths'), template), method.toLowerCase());
};

test('the document is OpenAPI 3.1 and names the public address', () => {
  assert.equal(field(document, 'openapi'), '3.1.0');
  assert.deepEqual(field(document, 'servers'), [{ url: 'https://wallet.example' }]);
});

test('it describes every route and no other', () => {
  const described = Object.entries(field(document, 'paths') ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = ROUTES.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  assert.deepEqual(described.toSorted(), routes.toSorted());
});

test('each operation has a name of its own, a scope or none, and its errors', () => {
  const names = ROUTES.map(({ operationId }) => operationId);
  assert.equal(new Set(names).size, names.length);
  for (const route of ROUTES) {
    const operation = operationOf(route.method, route.path);
    assert.equal(field(operation, 'operationId'), route.operationId);
    assert.deepEqual(
      field(operation, 'security'),
      SECURITY.get(route.access) ?? [{ token: [route.access] }],
    );
    const statuses = Object.keys(field(operation, 'responses') ?? {});
    assert(statuses.includes('200') && statuses.includes('429') && statuses.includes('500'));
    const isScoped = !SECURITY.has(route.access);
    assert.equal(statuses.includes('401'), route.access !== 'public', route.path);
    assert.equal(statuses.includes('403'), isScoped, route.path);
    const takesBody = isScoped && route.body !== undefined;
    assert.equal(statuses.includes('415'), takesBody, route.path);
    assert.equal(takesBody && route.method === 'GET', false, route.path);
  }
});

/** What the document says of operations that need no scope. */
const SECURITY: ReadonlyMap<string, unknown> = new Map([
  ['public', []],
  ['any_token', [{ token: [] }]],
  ['client', [{ client: [] }, {}]],
]);

test('errors and records are named once and referred to', () => {
  const pay = operationOf('POST', '/payments/bolt11');
  const refused = field(field(field(pay, 'responses'), '400'), 'content');
  assert.deepEqual(field(field(refused, 'application/json'), 'schema'), {
    $ref: '#/components/schemas/Error',
  });
  const schemas = field(field(document, 'components'), 'schemas');
  const record = field(schemas, 'SingleInvoiceRecord');
  assert.equal(Object.keys(field(record, 'properties') ?? {}).length, 35);
  assert.equal(listField(field(schemas, 'InvoiceRecord'), 'required').length, 33);
});

test('bad input of webhook endpoints is a list of complaints', () => {
  const create = operationOf('POST', '/webhook_endpoints');
  const refused = field(field(field(create, 'responses'), '400'), 'content');
  assert.deepEqual(field(field(refused, 'application/json'), 'schema'), {
    $ref: '#/components/schemas/Complaints',
  });
});

test('every reference leads somewhere', () => {
  const schemas = Object.keys(field(field(document, 'components'), 'schemas') ?? {});
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g);
  for (const [, reference] of references) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference ?? '')?.[1];
    assert(name !== undefined && schemas.includes(name), reference);
  }
});

test('the checked-in file is the same, but for its address', async () => {
  const file = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  assert(typeof document === 'object');
  assert.deepEqual({ ...document, servers: [] }, { ...file, servers: [] });
});
