import { createServiceKeys, type ServiceKeys } from '../../src/authorization/service-keys.ts';

/** What follows from one secret key that was never replaced. */
export const serviceKeysOf = (secretKey: Uint8Array): ServiceKeys =>
  createServiceKeys({
    sealing: () => secretKey,
    opening: () => [secretKey],
    bound: secretKey,
    kept: new Map(),
  });
