import { createLndhubKind, type LndhubSecret } from '../../apps/lndhub-devices/lndhub-kind.ts';
import { createLndhubStore } from '../../apps/lndhub-devices/sql/lndhub-store.ts';
import { baseUrlOf } from '../../config/public-urls.ts';
import type { ConnectionProtocol } from './connection.ts';
import { RefusedError } from './refused.ts';

export const LNDHUB_PROTOCOL: ConnectionProtocol<LndhubSecret> = {
  name: 'lndhub',
  title: 'LndHub, for phone wallets',
  open: ({ config, storage }) => {
    if (!config.hasLndhub) throw new RefusedError('SATCHEL_LNDHUB is off: apps could not connect');
    if (config.port === 0 && config.baseUrl === null) {
      throw new RefusedError('set SATCHEL_BASE_URL: with SATCHEL_PORT=0 apps find no address');
    }
    const lndhub = createLndhubStore(storage.database);
    return createLndhubKind({ lndhub, baseUrl: () => baseUrlOf(config) });
  },
  present: ({ link, login, password }) => ({ url: link, login, password }),
};
