/**
 * Explains an error of LND about opening, closing or connecting to operators who do not know LND.
 * Texts that are clear, or unknown to us, are returned unchanged.
 */
export function explainRefusal(detail: string): string {
  for (const [pattern, explanation] of EXPLANATIONS) {
    if (pattern.test(detail)) return detail.replace(pattern, explanation);
  }
  return detail;
}

const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^not enough witness outputs to create .*, need (.+) only have (.+) available$/,
    'the wallet of the node has $2 to spend, and $1 are needed',
  ],
  [
    /^peer \w+ is not online$/,
    'the node is not connected to this peer: name its address, as in PUBKEY@HOST:PORT',
  ],
  [/^received funding error from \w+: chan_id=\w+, err=(.+)$/, 'the peer refused: $1'],
  [
    /^unable to gracefully close channel while peer is offline.*$/,
    'the peer is not connected, or the channel is not open yet or closes already: a channel is ' +
      'closed together with its peer',
  ],
  [
    /^wallet couldn't fund PSBT: .*insufficient funds.*$/,
    'the wallet of the node has too little to spend',
  ],
  [/^channel not found$/, 'the node has no such channel'],
  [
    /^cannot coop close channel with active htlcs.*$/,
    'payments are on their way through this channel: try again when they have ended',
  ],
  [/^unable to send funding request message: .*$/, 'the peer has just hung up: try again'],
  [/^dial (tcp|proxy).*: (connect: )?([^:]+)$/, '$3'],
  [/^lookup (\S+) on .*: no such host$/, 'there is no host $1'],
  [/^(EOF|act two: .*)$/, 'another node answers there, or none'],
];
