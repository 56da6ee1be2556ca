/**
 * First answers of payees elsewhere, shortened where length does not matter. Sources: LNbits'
 * extension lnurlp (views_lnurl.py), npm lnurl 0.27.0 (lib/schemas), api.getalby.com (2023), blink
 * (apps/pay). `host` stands for the host that answers.
 */
export const FIRST_ANSWERS: Readonly<Record<string, (host: string) => object>> = {
  'LNbits lnurlp': (host) => ({
    tag: 'payRequest',
    callback: `https://${host}/lnurlp/api/v1/lnurl/cb/fBVYgv`,
    minSendable: 10_000,
    maxSendable: 10_000_000,
    metadata: `[["text/plain", "Payment to ann"], ["text/identifier", "ann@${host}"]]`,
    commentAllowed: 799,
    allowsNostr: true,
    nostrPubkey: 'ab'.repeat(32),
    domain: host,
  }),
  'npm lnurl 0.27': (host) => ({
    minSendable: 10_000,
    maxSendable: 200_000,
    metadata: '[["text/plain","lnurl-node"]]',
    commentAllowed: 500,
    payerData: { name: { mandatory: false } },
    callback: `https://${host}/lnurl?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df`,
    tag: 'payRequest',
  }),
  'api.getalby.com': (host) => ({
    status: 'OK',
    tag: 'payRequest',
    commentAllowed: 255,
    callback: `https://${host}/lnurlp/ann/callback`,
    metadata: `[["text/identifier","ann@${host}"],["text/plain","Sats for Ann"]]`,
    minSendable: 1000,
    maxSendable: 11_000_000_000,
    payerData: {
      name: { mandatory: false },
      email: { mandatory: false },
      pubkey: { mandatory: false },
    },
    nostrPubkey: 'ab'.repeat(32),
    allowsNostr: true,
  }),
  blink: (host) => ({
    callback: `https://${host}/lnurlp/ann/callback`,
    minSendable: 1000,
    maxSendable: 100_000_000_000,
    metadata: `[["text/plain","Payment to ann"],["text/identifier","ann@${host}"]]`,
    tag: 'payRequest',
  }),
};

/** Second answers of the same payees, with an invoice. */
export const CALLBACK_ANSWERS: Readonly<Record<string, (pr: string, host: string) => object>> = {
  'LNbits lnurlp': (pr, host) => ({
    pr,
    successAction: { tag: 'message', message: 'Thank you for paying!' },
    disposable: null,
    routes: [],
    verify: `https://${host}/lnurlp/api/v1/lnurl/verify/1234`,
  }),
  'npm lnurl 0.27': (pr) => ({ pr, routes: [] }),
  'api.getalby.com': (pr, host) => ({
    status: 'OK',
    successAction: { tag: 'message', message: 'Thanks, sats received!' },
    verify: `https://${host}/lnurlp/ann/verify/Pp8Vmq9xCEs4PpAjdzv3iFQx`,
    routes: [],
    pr,
  }),
  blink: (pr) => ({ pr, routes: [] }),
};
