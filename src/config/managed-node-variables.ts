import { oneOf, path } from './forms.ts';
import { hostAndPort, hostsAndPorts, listeningAddress } from './host-forms.ts';
import { bitcoindUrl, feeUrl, headerSources, zmqAddresses } from './url-forms.ts';
import { optional, variable } from './variable.ts';

/** Settings of the LND that Satchel starts and keeps running (docs/managed-node.md). */
export const MANAGED_NODE_VARIABLES = {
  network: optional(
    'SATCHEL_NETWORK',
    oneOf('mainnet', 'signet', 'testnet4', 'regtest'),
    'Network of a managed node. It never changes: each network has a node of its own.',
  ),
  lndProgram: optional(
    'SATCHEL_LND_PROGRAM',
    path,
    "The managed node's program. Default: lnd in the data folder, otherwise lnd in PATH.",
  ),
  lndChain: variable(
    'SATCHEL_LND_CHAIN',
    oneOf('neutrino', 'bitcoind'),
    'neutrino',
    'Where a managed node reads blocks: as a light client from peers that it has to trust to ' +
      'some degree, for small sums only; or from a bitcoind of your own.',
  ),
  neutrinoPeers: variable(
    'SATCHEL_NEUTRINO_PEERS',
    hostsAndPorts,
    [],
    'Bitcoin nodes with compact filters that neutrino connects to beside those that it finds.',
  ),
  neutrinoHeaders: optional(
    'SATCHEL_NEUTRINO_HEADERS',
    headerSources,
    'Where neutrino fetches the headers of blocks and of their filters at the first start of the ' +
      'node, which saves hours on mainnet: a third party, which sees your address, and by wrong ' +
      'filters could hide from your node what it is paid. Default: from peers.',
  ),
  feeUrl: optional(
    'SATCHEL_FEE_URL',
    feeUrl,
    'Where neutrino reads what transactions cost: a third party, which sees when and from where ' +
      'your node asks. On mainnet LND does not start without it. Such as ' +
      'https://nodes.lightning.computer/fees/v1/btc-fee-estimates.json.',
  ),
  bitcoindRpcUrl: optional(
    'SATCHEL_BITCOIND_RPC_URL',
    bitcoindUrl,
    "RPC address of the managed node's bitcoind, with user and password.",
  ),
  bitcoindZmq: optional(
    'SATCHEL_BITCOIND_ZMQ',
    zmqAddresses,
    'Addresses of zmqpubrawblock and zmqpubrawtx of that bitcoind, in this order.',
  ),
  lndListen: optional(
    'SATCHEL_LND_LISTEN',
    listeningAddress,
    'Address on which a managed node accepts peers. Default: none; it connects to peers itself.',
  ),
  lndExternalAddress: optional(
    'SATCHEL_LND_EXTERNAL_ADDRESS',
    hostAndPort,
    'Address under which other nodes reach a managed node, which it announces to all.',
  ),
};
