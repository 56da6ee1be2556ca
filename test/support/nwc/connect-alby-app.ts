import { NWCClient } from '@getalby/sdk/nwc';

/** Connects an app that uses the unmodified library which most apps use. */
export const connectAlbyApp = (link: string): NWCClient =>
  new NWCClient({ nostrWalletConnectUrl: link });
