import type { Sender } from '../outflow-store.ts';

/** Who has sent most within a day, as JSON. Amounts are whole sats, rounded up. */
export const sendersAnswer = (senders: readonly Sender[]) =>
  senders.map(({ user, spender, since, sentMsat, count }) => ({
    user,
    spender,
    since,
    sent: Number((sentMsat + 999n) / 1000n),
    payments: count,
  }));

/** Who has sent most within a day, in words. */
export const senderLines = (senders: readonly Sender[]): readonly string[] =>
  senders.length === 0
    ? []
    : [
        'who sent most within a day:',
        ...sendersAnswer(senders).map(
          ({ user, spender, since, sent, payments }) =>
            `  ${sent} sat in ${payments} payments: ${user}, ${spender}` +
            (since === null ? '' : `, since ${since.toISOString()}`),
        ),
      ];
