import type { Checker } from './checker.ts';

/** Also in a database that has gone back: the node sends the keysend of one event once. */
export const keysendsSentOnce: Checker = ({ model, node }) => {
  // The payer may choose the amount of a bill, and by chance that of a keysend.
  const bills = new Set(model.bills.map(({ paymentHash }) => paymentHash));
  const amountsMsat = [...node.ours].flatMap(([index, hash]) => {
    const said = node.look(hash);
    if (bills.has(hash) || said.kind !== 'succeeded') return [];
    return said.paymentIndex === index ? [said.amountMsat] : [];
  });
  return [...model.requests.values()].flatMap(({ number, input }) => {
    if (input.kind !== 'keysend') return [];
    const asked = input.item.amountSat * 1000n;
    const times = amountsMsat.filter((amount) => amount === asked).length;
    return times <= 1 ? [] : [`the node sent the keysend of request ${number} ${times} times`];
  });
};
