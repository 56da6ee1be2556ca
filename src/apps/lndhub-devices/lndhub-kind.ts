import type { ConnectionKind, DeviceSecret } from '../connection-kind.ts';
import type { LndhubStore } from './lndhub-store.ts';
import {
  hashLndhubSecret,
  type LndhubLogin,
  lndhubLink,
  lndhubLoginOf,
  lndhubPasswordOf,
} from './lndhub-token.ts';

export interface LndhubKindDeps {
  readonly lndhub: Pick<LndhubStore, 'addDevice'>;
  /** The public URL of the API, without a trailing slash. Phone wallets get it in their link. */
  readonly baseUrl: () => string;
}

export interface LndhubSecret extends DeviceSecret {
  readonly login: LndhubLogin;
  readonly password: string;
}

/**
 * Connects apps over LndHub, a protocol of phone wallets: the wallet gets a login and a password in
 * one text.
 */
export const createLndhubKind = ({
  lndhub,
  baseUrl,
}: LndhubKindDeps): ConnectionKind<LndhubSecret> => ({
  name: 'lndhub',
  issue: async ({ connection, device, seed }) => {
    const [login, password] = [lndhubLoginOf(connection), lndhubPasswordOf(seed)];
    const secretHash = hashLndhubSecret(password);
    await lndhub.addDevice({ deviceId: device.id, login, secretHash });
    return { login, password, link: lndhubLink(login, password, baseUrl()) };
  },
});
