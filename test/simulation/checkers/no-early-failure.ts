import type { Checker } from './checker.ts';

/** What the node drives or has paid for us is never given back to its payer. */
export const noEarlyFailure: Checker = ({ books, node }) => {
  const live = new Set(
    books.payments
      .filter(({ path, state }) => path === 'node' && state !== 'failed')
      .map(({ paymentHash }) => paymentHash),
  );
  return [...node.ours].flatMap(([index, hash]) => {
    const said = node.look(hash);
    if (said.kind !== 'in_flight' && said.kind !== 'succeeded') return [];
    if (said.paymentIndex !== index || live.has(hash)) return [];
    return [`${hash} is ${said.kind} at the node, and nobody is charged for it`];
  });
};
