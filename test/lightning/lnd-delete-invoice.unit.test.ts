import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import { invoiceMessage, PAYMENT_HASH, status } from '../support/lnd-messages.ts';
import { type Answer, json, lndWith } from '../support/lnd-with-answers.ts';

afterEach(closeLnds);

const DELETE = `DELETE /v1/invoices?invoice_hash=${PAYMENT_HASH}`;
const LOOK_UP = `GET /v1/invoice/${PAYMENT_HASH}`;
const MISSING = json(404, status(5, 'unable to locate invoice'));
const inState = (state: string): Answer => json(200, invoiceMessage({ state }));
const DELETED = json(200, {
  status: `canceled invoice deleted successfully: invoice hash ${PAYMENT_HASH}`,
});
const NOT_CANCELED = json(500, status(2, 'invoice not canceled'));
// Not the code of LookupInvoice: DeleteCanceledInvoice passes on a plain error.
const NOTHING_TO_DELETE = json(500, status(2, 'unable to locate invoice'));

it('deletes a cancelled invoice in one call, without a body', async () => {
  const { node, server } = await lndAgainst(async (_request, reply) => DELETED(reply));
  assert.equal(await node.deleteInvoice(PAYMENT_HASH), 'deleted');
  const [request, ...others] = server.requests;
  assert.equal(`${request?.method} ${request?.path}`, DELETE);
  assert.equal(request?.body, '');
  assert.equal(others.length, 0);
});

it('judges a refused deletion by the state after it', async () => {
  const cases: [Answer, Answer, string][] = [
    [NOTHING_TO_DELETE, MISSING, 'not_found'],
    [NOT_CANCELED, inState('OPEN'), 'kept'],
    [NOT_CANCELED, inState('ACCEPTED'), 'kept'],
    [NOT_CANCELED, inState('SETTLED'), 'kept'],
    // Another call has deleted it between the two.
    [NOT_CANCELED, MISSING, 'not_found'],
  ];
  for (const [refusal, state, answer] of cases) {
    const lnd = await lndWith({ [DELETE]: [refusal], [LOOK_UP]: [state] });
    assert.equal(await lnd.node.deleteInvoice(PAYMENT_HASH), answer);
    assert.deepEqual(lnd.asked, [DELETE, LOOK_UP]);
  }
});

it('does not say what became of a deletion that it cannot judge', async () => {
  const broken = json(500, status(2, 'unknown invoice in add index'));
  const cancelled = await lndWith({ [DELETE]: [broken], [LOOK_UP]: [inState('CANCELED')] });
  await assert.rejects(cancelled.node.deleteInvoice(PAYMENT_HASH), {
    name: 'NodeFault',
    message: 'LND refused DeleteCanceledInvoice: unknown invoice in add index (gRPC code 2)',
  });
  const mute = await lndWith({ [DELETE]: [NOT_CANCELED], [LOOK_UP]: [(reply) => reply.cut()] });
  await assert.rejects(mute.node.deleteInvoice(PAYMENT_HASH), { name: 'NodeFault' });
  const lost = await lndWith({
    [DELETE]: [(reply) => reply.cut(), NOTHING_TO_DELETE],
    [LOOK_UP]: [MISSING],
  });
  await assert.rejects(lost.node.deleteInvoice(PAYMENT_HASH), { name: 'NodeFault' });
  assert.deepEqual(lost.asked, [DELETE], 'nothing is sent twice by itself');
  assert.equal(await lost.node.deleteInvoice(PAYMENT_HASH), 'not_found');
});

it('names a node that does not delete, and asks it for nothing else', async () => {
  const answers = [
    // The gateway of an LND before 0.20, which knows the path by other methods.
    json(501, status(12, 'Method Not Allowed')),
    json(404, status(5, 'Not Found')),
    json(501, status(12, 'unknown method DeleteCanceledInvoice for service lnrpc.Lightning')),
    // A macaroon that was made for an earlier Satchel.
    json(500, status(2, 'permission denied')),
  ];
  for (const answer of answers) {
    const { node, asked } = await lndWith({ [DELETE]: [answer] });
    assert.equal(await node.deleteInvoice(PAYMENT_HASH), 'unsupported');
    assert.deepEqual(asked, [DELETE]);
  }
  const proxy = await lndWith({ [DELETE]: [(reply) => reply.answer(405, 'no')] });
  await assert.rejects(proxy.node.deleteInvoice(PAYMENT_HASH), { name: 'NodeFault' });
});
