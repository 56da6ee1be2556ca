import type { Checker } from './checker.ts';

/** Also in a database that has gone back: the node sends the keysend of one event once. */
export const keysendsSentOnce: Checker = ({ model, node }) => {
  const sent = [...node.ours].flatMap(([index, hash]) => {
    const said = node.look(hash);
    if (said.kind !== 'succeeded') return [];
    return said.paymentIndex === index ? [{ hash, amountMsat: said.amountMsat }] : [];
  });
  return [...model.requests.values()].flatMap(({ number, wish }) => {
    if (wish.kind !== 'keysend') return [];
    const { amountSat } = wish.item;
    const times = sent.filter(({ amountMsat }) => amountMsat === amountSat * 1000n).length;
    // A bill may have the same amount.
    const bills = model.bills.filter((bill) => sent.some(({ hash }) => hash === bill.paymentHash));
    const others = bills.filter((bill) => bill.amountMsat === amountSat * 1000n).length;
    return times - others <= 1
      ? []
      : [`the node sent the keysend of request ${number} ${times} times`];
  });
};
