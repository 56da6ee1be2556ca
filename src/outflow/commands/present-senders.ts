import type { Sender, SignKind } from '../outflow-store.ts';

/** Who has sent most within a day, as JSON. Amounts are whole sats, rounded up. */
export const sendersAnswer = (senders: readonly Sender[]) =>
  senders.map(({ user, spender, since, sentMsat, count, signs }) => ({
    user,
    spender,
    since,
    sent: Number((sentMsat + 999n) / 1000n),
    payments: count,
    new: signs,
  }));

/** Who has sent most within a day, in words, each with what is new about them since then. */
export const senderLines = (senders: readonly Sender[]): readonly string[] =>
  senders.length === 0
    ? []
    : [
        'who sent most within a day:',
        ...sendersAnswer(senders).flatMap(
          ({ user, spender, since, sent, payments, new: signs }) => [
            `  ${sent} sat in ${payments} payments: ${user}, ${spender}` +
              (since === null ? '' : `, since ${since.toISOString()}`),
            ...signs.map(
              ({ kind, at, count, about }) =>
                `    new: ${WORDS[kind]}${about === null ? '' : ` (${about})`}, ` +
                `${at.toISOString()}${count === 1 ? '' : `, ${count} times`}`,
            ),
          ],
        ),
      ];

const WORDS: Readonly<Record<SignKind, string>> = {
  sign_in: 'sign-in from another browser or address',
  token: 'token',
  app: 'app',
  connection: 'connection',
  device: 'device of a connection',
  limit_raised: 'a limit of the user was raised',
  budget_raised: 'the budget of an app or token was raised',
  email: 'e-mail address changed',
  password: 'password changed',
  passkey: 'passkey',
  second_factor_removed: 'authenticator app or passkey removed',
};
