import type { Network } from '../lightning/bolt11.ts';
import { answerBody } from './lndhub-answer.ts';
import type { LndhubRoute } from './lndhub-route.ts';

/** Describes the node, in the fields of LND's `getinfo`. Apps show the alias. */
export const route: LndhubRoute = {
  method: 'GET',
  path: '/getinfo',
  access: 'balance:read',
  handle: async ({ node: { alias, pubkey, network }, config }) =>
    answerBody({
      identity_pubkey: pubkey,
      alias: alias === '' ? config.site.name : alias,
      chains: [{ chain: 'bitcoin', network: LND_NETWORKS[network] }],
      uris: [],
      testnet: network !== 'bitcoin',
      synced_to_chain: true,
      synced_to_graph: true,
    }),
};

const LND_NETWORKS: Readonly<Record<Network, string>> = {
  bitcoin: 'mainnet',
  testnet: 'testnet',
  signet: 'signet',
  regtest: 'regtest',
};
