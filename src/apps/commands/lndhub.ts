import { RefusedError } from '../../cli/refused.ts';
import type { Config } from '../../config/config.ts';
import type { ConnectionKind } from '../connection-kind.ts';
import type { LndhubSecret } from '../lndhub-devices/lndhub-kind.ts';
import type { ConnectionProtocol } from './connection.ts';

export interface LndhubCommandDeps {
  readonly config: Pick<Config, 'hasLndhub' | 'port' | 'baseUrl'>;
  readonly lndhubKind: ConnectionKind<LndhubSecret>;
}

export const LNDHUB_PROTOCOL: ConnectionProtocol<LndhubCommandDeps, LndhubSecret> = {
  name: 'lndhub',
  title: 'LndHub, for phone wallets',
  open: ({ config, lndhubKind }) => {
    if (!config.hasLndhub) throw new RefusedError('SATCHEL_LNDHUB is off: apps could not connect');
    if (config.port === 0 && config.baseUrl === null) {
      throw new RefusedError('set SATCHEL_BASE_URL: with SATCHEL_PORT=0 apps find no address');
    }
    return lndhubKind;
  },
  present: ({ link, login, password }) => ({ url: link, login, password }),
};
