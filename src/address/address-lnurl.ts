import { bech32 } from '@scure/base';

/**
 * Where the payment of an address begins (LUD-16), as LNURL text (LUD-01) in capitals, which make
 * the smallest QR code. It can be longer than the 90 characters of BIP 173.
 */
export function addressLnurl(name: string, domain: string): string {
  const url = `https://${domain}/.well-known/lnurlp/${name}`;
  return bech32.encode('lnurl', bech32.toWords(Buffer.from(url)), false).toUpperCase();
}
