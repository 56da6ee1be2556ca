import assert from 'node:assert/strict';
import type { Contest, Contestant } from '../contest.ts';
import { fillWallet } from '../growth/fill-wallet.ts';
import { bearer } from '../http-client.ts';
import { addPeople, type Person, roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';
import { payInternally } from './internal.ts';

const SMALL_ENTRIES = 100;
const FUNDED_SAT = 1_000_000;
/** The lowest ratio, because a call for a wallet with a long history may take 1.5 times as long. */
const AT_LEAST = 1 / 1.5;
const CALLERS = 16;

/** Contests that make the same calls for a wallet with many entries and for one with 100. */
export function growthContests(entries: number): readonly Contest[] {
  const wallets = once((stage: Stage) => openWallets(stage, entries));
  const contest = (work: string, contestant: (stage: Stage, wallet: Wallet) => Contestant) => ({
    name: 'growth',
    work: `${work}, wallet of ${entries.toLocaleString('en')}`,
    yardstick: `wallet of ${SMALL_ENTRIES}`,
    bouts: [{ callers: CALLERS, atLeast: AT_LEAST }],
    open: async (stage: Stage) => {
      const { big, small } = await wallets(stage);
      return {
        ours: contestant(stage, big),
        yardstick: contestant(stage, small),
        close: async () => undefined,
      };
    },
  });
  const reading = (path: (wallet: Wallet) => string) => (stage: Stage, wallet: Wallet) =>
    readAgain(stage, wallet, path(wallet));
  return [
    contest(
      'GET /balance',
      reading(() => '/balance'),
    ),
    contest(
      'GET /user/summary',
      reading(() => '/user/summary'),
    ),
    contest(
      'first page',
      reading(() => '/invoices'),
    ),
    contest(
      'q[since]',
      reading(({ middle }) => `/invoices?q[since]=${middle}`),
    ),
    contest(
      'q[before]',
      reading(({ middle }) => `/invoices?q[before]=${middle}`),
    ),
    contest('paying internally', (stage, { owner }) => payInternally(stage, [owner], stage.payees)),
  ];
}

interface Wallet {
  readonly owner: Person;
  /** The identifier of the record in the middle of the wallet's history. */
  readonly middle: string;
}

interface Wallets {
  readonly big: Wallet;
  readonly small: Wallet;
}

async function openWallets(stage: Stage, entries: number): Promise<Wallets> {
  const { service, beside } = stage;
  const people = await addPeople(service, beside, { count: 4, fundedSat: FUNDED_SAT });
  const grow = async (n: number, count: number): Promise<Wallet> => {
    const owner = roundRobin(people, n);
    await fillWallet(beside, owner, roundRobin(people, n + 1), count);
    return { owner, middle: await findMiddle(stage, owner, count / 2) };
  };
  return { big: await grow(0, entries), small: await grow(2, SMALL_ENTRIES) };
}

async function findMiddle({ beside }: Stage, { caller }: Person, seq: number): Promise<string> {
  const [record] = await beside.database.query(
    (sql) => sql<{ identifier: string }[]>`
      select identifier from settled_record where user_id = ${caller.userId} and seq = ${seq}`,
  );
  assert(record !== undefined, 'the wallet has as many records');
  return record.identifier;
}

function readAgain({ http }: Stage, { owner }: Wallet, path: string): Contestant {
  const headers = bearer(owner.token);
  return async () => async () => {
    await http.get(path, headers);
  };
}

function once<In, Out>(make: (from: In) => Promise<Out>): (from: In) => Promise<Out> {
  let made: Promise<Out> | null = null;
  return (from) => {
    made ??= make(from);
    return made;
  };
}
