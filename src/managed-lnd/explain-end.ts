interface Cause {
  readonly sign: RegExp;
  readonly words: string;
}

const CAUSES: readonly Cause[] = [
  {
    sign: /invalid passphrase/,
    words:
      'the password in the file wallet.password does not open the wallet: put back the file that ' +
      'was made with it, or restore the node from its words',
  },
  {
    sign: /address already in use/,
    words:
      'another program has the address on which it listens: end that program, or change ' +
      'SATCHEL_LND_LISTEN',
  },
  {
    sign: /unable to connect to bitcoind|unable to start bitcoind|connection refused/,
    words: 'it does not reach bitcoind: check SATCHEL_BITCOIND_RPC_URL and SATCHEL_BITCOIND_ZMQ',
  },
];

/** Why LND has ended: in words for the operator where the cause is known, and as LND says it. */
export function explainEnd(how: string | null, lastWords: string): string {
  const said = [how, lastWords].filter(Boolean).join('; ');
  const cause = CAUSES.find(({ sign }) => sign.test(said));
  return [...(cause === undefined ? [] : [cause.words]), said].join('. LND says: ');
}
