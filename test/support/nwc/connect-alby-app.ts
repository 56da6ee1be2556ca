import { NWCClient } from '@getalby/sdk/nwc';

/** An app that is built on the unmodified library of most apps. */
export const connectAlbyApp = (link: string): NWCClient =>
  new NWCClient({ nostrWalletConnectUrl: link });
