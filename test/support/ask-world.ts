import assert from 'node:assert/strict';
import { claimAddress } from '../../src/address/claim-address.ts';
import type { PageWorld, Visitor } from './page-world.ts';

/** Adds a user with this lightning address. */
export async function addNamed(world: PageWorld, name: string, balanceSat = 0): Promise<Visitor> {
  const visitor = await world.addVisitor();
  const claimed = await claimAddress(world.deps, {
    userId: visitor.api.user.id,
    text: name,
    by: 'user',
  });
  assert(claimed.ok, name);
  if (balanceSat > 0) await visitor.api.receive(balanceSat);
  return visitor;
}

/** Makes an invoice on the page of its owner, and returns its identifier. */
export async function makeInvoice(visitor: Visitor, amount: string, memo = ''): Promise<string> {
  const made = await visitor.post('/receive', { amount, memo, expiry: '3600' });
  assert.equal(made.statusCode, 303, made.body);
  return String(made.headers.location).split('/').at(-1) ?? '';
}

/** Makes an invoice, asks a user to pay it, and returns the answer of the form. */
export async function ask(visitor: Visitor, to: string, amount = '100', memo = '') {
  const invoice = await makeInvoice(visitor, amount, memo);
  return await visitor.post('/requests/new', { invoice, to });
}

/** The paths of the requests for money that someone has received, the newest first. */
export async function askedPaths(visitor: Visitor): Promise<readonly string[]> {
  const { body } = await visitor.get('/requests');
  return [...body.matchAll(/href="(\/requests\/[0-9a-f-]{36})"/g)].map(([, path = '']) => path);
}
