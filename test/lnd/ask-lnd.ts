import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { listField } from '../support/fields.ts';
import type { RegtestNode } from './regtest.ts';

/** Makes a call to LND's REST interface with all rights: a GET, or a POST if there is a body. */
export async function askLnd(node: RegtestNode, path: string, body?: object): Promise<unknown> {
  const { restUrl, macaroonHex } = node;
  const answer = await request(restUrl + path, {
    dispatcher: dispatcherFor(node),
    headers: { 'grpc-metadata-macaroon': macaroonHex },
    method: body === undefined ? 'GET' : 'POST',
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value = await answer.body.json();
  assert.equal(answer.statusCode, 200, JSON.stringify(value));
  return value;
}

/** Lists all payments that the node ever made, including open ones. */
export const listAllPayments = async (node: RegtestNode): Promise<readonly unknown[]> =>
  listField(
    await askLnd(node, '/v1/payments?include_incomplete=true&max_payments=100000'),
    'payments',
  );

const dispatchers = new Map<string, Agent>();

/**
 * Makes a connection that trusts only the certificate of this node. All nodes have certificates
 * with the same name, so each needs its own connection.
 */
function dispatcherFor({ restUrl, tlsCaPem }: RegtestNode): Agent {
  const known = dispatchers.get(restUrl);
  if (known !== undefined) return known;
  // A short keep-alive, because an idle connection would keep the test process alive.
  const made = new Agent({ connect: { ca: tlsCaPem }, keepAliveTimeout: 100 });
  dispatchers.set(restUrl, made);
  return made;
}
