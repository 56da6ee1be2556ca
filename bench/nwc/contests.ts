import { createBills } from '../bills.ts';
import type { Contest, Contestant } from '../contest.ts';
import { roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';
import { type BenchApp, connectApps, signRequest } from './bench-app.ts';
import { openRelayClient, type RelayClient } from './relay-client.ts';
import { startBareRelay } from './start-bare-relay.ts';

const APPS = 64;
const YARDSTICK = 'bare relay that stores each id';

/** The request of call number `n` in a window. */
type Question = (n: number) => { readonly method: string; readonly params: object };

interface NwcContest {
  readonly name: string;
  readonly work: string;
  readonly atLeast: number;
  /** Prepares the requests for this number of calls. */
  prepare(stage: Stage, calls: number): Promise<Question>;
}

export const NWC_CONTESTS: readonly Contest[] = [
  nwcContest({
    name: 'nwc-balance',
    work: 'get_balance over Nostr Wallet Connect',
    atLeast: 0.7,
    prepare: async () => () => ({ method: 'get_balance', params: {} }),
  }),
  nwcContest({
    name: 'nwc-internal',
    work: 'internal pay_invoice over Nostr Wallet Connect',
    atLeast: 0.5,
    prepare: async ({ beside, payees }, calls) => {
      const bills = await createBills(beside, payees, calls);
      return (n) => ({ method: 'pay_invoice', params: { invoice: roundRobin(bills, n).bolt11 } });
    },
  }),
];

function nwcContest({ name, work, atLeast, prepare }: NwcContest): Contest {
  return {
    name,
    work,
    yardstick: YARDSTICK,
    bouts: [
      { callers: 1, atLeast: null },
      { callers: 16, atLeast },
      { callers: 64, atLeast },
    ],
    async open(stage) {
      await using opened = new AsyncDisposableStack();
      const apps = await connectApps(stage, stage.payers, APPS);
      const bare = await startBareRelay(stage.beside.ownerUrl, apps);
      opened.defer(() => bare.close());
      const [ours, theirs] = [
        await openClients(relayUrl(stage), apps),
        await openClients(bare.url, bare.apps),
      ];
      opened.defer(async () => {
        for (const client of [...ours, ...theirs]) await client.close();
      });
      const all = opened.move();
      return {
        ours: askAll(ours, apps, (calls) => prepare(stage, calls)),
        // The bare relay answers all requests alike, and reads neither method nor invoice.
        yardstick: askAll(theirs, bare.apps, async () => () => ({ method: 'any', params: {} })),
        close: () => all.disposeAsync(),
      };
    },
  };
}

export const relayUrl = ({ service }: Stage): string =>
  `${service.baseUrl.replace(/^http/, 'ws')}/relay`;

const openClients = (url: string, apps: readonly BenchApp[]): Promise<readonly RelayClient[]> =>
  Promise.all(apps.map((app) => openRelayClient(url, app)));

const askAll =
  (
    clients: readonly RelayClient[],
    apps: readonly BenchApp[],
    prepare: (calls: number) => Promise<Question>,
  ): Contestant =>
  async (calls) => {
    const question = await prepare(calls);
    const requests = Array.from({ length: calls }, (_, n) => {
      const { method, params } = question(n);
      return signRequest(roundRobin(apps, n), method, params);
    });
    return (n) => roundRobin(clients, n).ask(roundRobin(requests, n));
  };
