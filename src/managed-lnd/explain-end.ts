import { cleanText } from '../base/text.ts';

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
    sign: /bolt DB: timeout/,
    words: 'another LND works on its folder: end that one',
  },
  {
    sign: /no space left on device/,
    words: 'the disk is full: make room on it',
  },
  {
    sign: /chain control: .*(?:HTTP POST|zmq|bitcoind)/i,
    words: 'it does not reach bitcoind: check SATCHEL_BITCOIND_RPC_URL and SATCHEL_BITCOIND_ZMQ',
  },
];

/**
 * The greatest length of the reason that is shown. A crash of LND prints the stack of every
 * goroutine, but the reason comes first.
 */
const MAX_SAID = 1500;

/**
 * Explains why LND has ended: in words for operators if the cause is known, followed by LND's own
 * words.
 */
export function explainEnd(how: string | null, lastWords: string): string {
  // LND has printed nothing before its end if it was killed; then its log is quoted.
  const isSilent = how === null || /: *$/.test(how);
  const parts = [how?.replace(/: *$/, ''), isSilent ? lastWords : ''];
  const said = cleanText(parts.filter(Boolean).join('; '), MAX_SAID);
  const cause = CAUSES.find(({ sign }) => sign.test(said));
  return cause === undefined ? said : `${cause.words}. LND says: ${said}`;
}
