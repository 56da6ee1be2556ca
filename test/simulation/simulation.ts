import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { msat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { newIdentifier, newUuid } from '../../src/base/id.ts';
import type { Log, LogFields } from '../../src/base/log.ts';
import type { Random } from '../../src/base/random.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import type { NostrEvent } from '../../src/nostr/event.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts';
import { hearAnswer } from './app-answers.ts';
import { type Booked, judgeBooked } from './approvals/judge-booked.ts';
import { START } from './bill-pool.ts';
import { drawBudget, setBudget } from './budgets.ts';
import { type ChainWorld, createChainWorld, hasChain } from './chain/chain-world.ts';
import { judgeFailed, judgeSecond } from './checkers/withdrawals-as-mined.ts';
import { createDice, type Dice } from './dice.ts';
import type { SimulatedFault } from './fault.ts';
import { judgeStop } from './judge-stop.ts';
import { judgeBegin, judgeSigned } from './lost-payments.ts';
import { type Model, newModel, noteBug } from './model.ts';
import { hasLimits, newOutflowWorld } from './outflow/outflow-world.ts';
import { type OutflowWatch, watchOutflow } from './outflow/watch-outflow.ts';
import type { Person } from './person.ts';
import {
  type ChainDeps,
  CONFIG,
  NO_CHAIN,
  type ServiceProcess,
  startProcess,
} from './service-process.ts';
import { createSimulatedNode, type SimulatedNode } from './simulated-node.ts';
import type { Storage } from './storage.ts';
import { createWeather, type Weather } from './weather.ts';

/** Everything that there is in one run of the simulation. */
export interface Simulation {
  readonly dice: Dice;
  readonly random: Random;
  readonly clock: VirtualClock;
  readonly node: SimulatedNode;
  /** Null where users have no bitcoin addresses. */
  readonly chain: ChainWorld | null;
  readonly storage: Storage;
  readonly weather: Weather;
  readonly model: Model;
  /** Living and dead. */
  readonly processes: ServiceProcess[];
  /** Whether payments are first tried without a look at the payer's token. */
  readonly paysAtOnce: boolean;
  /** One line per event, to look at when a seed fails. */
  readonly trace: string[];
  start(): ServiceProcess;
}

/**
 * Whether the payers of a seed are remembered: for some seeds only, so that all others stay as they
 * were. Some of these seeds have owners who want to be asked.
 */
const hasRememberedPayers = (seed: number): boolean => seed % 4 === 1 || seed % 64 === 15;

export interface SimulationOptions {
  readonly seed: number;
  readonly fault: SimulatedFault | null;
  readonly isTraced: boolean;
  readonly openStorage: (clock: VirtualClock) => Promise<Storage>;
}

export async function createSimulation(options: SimulationOptions): Promise<Simulation> {
  const random = createSeededRandom(options.seed);
  const dice = createDice(createSeededRandom(options.seed + 0x5eed));
  const clock = createVirtualClock(START, () => storage.idle());
  const storage = await options.openStorage(clock);
  const weather = createWeather(dice, clock);
  const node = createSimulatedNode({ clock, random, dice });
  // Some nodes cannot delete what is cancelled, and some do so by themselves.
  node.scripted.says.deletesInvoices = dice.chance(0.8);
  node.scripted.says.collectsCancelled = dice.chance(0.2);
  const model = newModel(dice.chance(0.5), hasLimits(options.seed) ? newOutflowWorld() : null);
  const chain = hasChain(options.seed) ? createChainWorld(options.seed, clock) : null;
  const processes: ServiceProcess[] = [];
  const trace: string[] = [];
  const onHandedOver = (hash: string): void => {
    model.handedOver.set(hash, (model.handedOver.get(hash) ?? 0) + 1);
    const whose = model.isNodeShared ? 'the shared node' : 'the node';
    trace.push(`${timeOf(clock)} ${hash.slice(0, 8)} leaves for ${whose}`);
  };
  return {
    dice,
    random,
    clock,
    node,
    chain,
    storage,
    weather,
    model,
    processes,
    paysAtOnce: hasRememberedPayers(options.seed),
    trace,
    start: () => {
      const name = `p${processes.length + 1}`;
      const { fault, isTraced } = options;
      const log = createLog(name, { clock, model, trace, isTraced });
      const deps = {
        config: CONFIG,
        clock,
        random,
        node,
        storage,
        weather,
        fault,
        onHandedOver,
        log,
        record: null,
      };
      const { isNodeShared } = model;
      const onBegun = (): void => {
        judgeBegin({ model, node, storage });
        judgeStop(model);
      };
      const onBegunApart = ({ id, paymentHash }: Payment): void => {
        model.goneBack?.begunApart.set(id, paymentHash);
      };
      const onReserved = (): void => {
        model.onNextReserve?.();
        model.onNextReserve = null;
      };
      const onBooked = (booked: readonly Booked[]): void => judgeBooked(model, booked);
      const onAnswer = (event: NostrEvent): void =>
        tellApp({ dice, clock, model, trace, storage }, event);
      const ofChain = chain === null ? NO_CHAIN : hooksOf({ chain, clock, model, storage });
      const watchLimits = (isPrimary: () => boolean): OutflowWatch | null => {
        const { outflow } = model;
        const { monotonicMs, now } = clock;
        const watched = { model, storage, monotonicMs, now, isPrimary };
        return outflow && watchOutflow(outflow, watched);
      };
      const hooks = {
        watchOutflow: watchLimits,
        onReserved,
        onBooked,
        onBegun,
        onBegunApart,
        onAnswer,
        ...ofChain,
      };
      const started = startProcess({ ...deps, ...hooks, isNodeShared }, name);
      processes.push(started);
      return started;
    },
  };
}

/** An operator looks at what the service has stopped for within that time. */
const LOOKED_INTO_MS = 15_000;

function hooksOf({
  chain,
  clock,
  model,
  storage,
}: Pick<Simulation, 'clock' | 'model' | 'storage'> & { readonly chain: ChainWorld }): ChainDeps {
  const lift = async (): Promise<void> => {
    await clock.sleep(chain.dice.between(1, LOOKED_INTO_MS));
    model.isStopped = false;
    await storage.perform(() => storage.liftPaymentStop());
  };
  return {
    chain,
    onOrdered: () => {
      chain.onNextOrder?.();
      chain.onNextOrder = null;
    },
    onFailed: (withdrawal) => model.violations.push(...judgeFailed(chain, withdrawal)),
    onSigned: async (stores) => {
      judgeStop(model);
      await judgeSigned({ model, chain }, stores);
    },
    onStopped: () => {
      model.isStopped = true;
      void lift();
    },
    onPublish: async (attempt, { withdrawals }) => {
      model.violations.push(...judgeSecond(chain, attempt, model.goneBack !== null));
      chain.attempts.push(attempt);
      const { identifier } = attempt;
      const known = await withdrawals.listSigned([identifier]);
      if (known.has(identifier) || model.goneBack !== null) return;
      model.violations.push(`withdrawal ${identifier} is published before it is stored`);
    },
    onBump: async (attempt, { feeBumps }) => {
      chain.bumps.push(attempt);
      const lost = await feeBumps.listLost([attempt]);
      if (lost.length === 0 || model.goneBack !== null) return;
      model.violations.push(
        `a raised fee of ${attempt.identifier} is published before it is stored`,
      );
    },
  };
}

export const alive = ({ processes }: Simulation): readonly ServiceProcess[] =>
  processes.filter(({ life }) => !life.isDead);

/**
 * One with much money who may not send all of it on one day, one with little who may not have much,
 * one who may not spend all.
 */
const CAST = [
  { name: 'ann', startMsat: 30_000_500n, budgetSat: null, maxSendDaySat: 5000n },
  { name: 'bob', startMsat: 4_000_999n, budgetSat: null, maxBalanceSat: 7000n },
  { name: 'cid', startMsat: 30_000_001n, budgetSat: 8000n },
] as const;

/** Users with money, which came in as all money comes in. */
export async function settleIn(simulation: Simulation): Promise<void> {
  const { chain, clock, dice, model, node, random, storage } = simulation;
  if (chain !== null) {
    const { network, pubkey } = node.scripted.identity;
    await storage.perform(() => storage.stores.nodes.bindNode(network, pubkey));
  }
  simulation.start();
  await clock.advance(1);
  for (const { name, startMsat, budgetSat, ...limits } of CAST) {
    const user = {
      id: newUuid(clock, random),
      identifier: newIdentifier(random, 20),
      email: `${name}@example.com`,
      name,
      avatar: null,
      nostrPubkey: null,
      isAdmin: false,
      disabledAt: null,
      createdAt: clock.now(),
      closedAt: null,
      browserLanguage: null,
      preferences: DEFAULT_PREFERENCES,
    };
    const outcome = await storage.perform(() =>
      storage.stores.users.insertUser({ ...user, passwordHash: '' }),
    );
    assert(outcome === 'inserted', 'a new user is inserted');
    const caller = { grantId: name, userId: user.id, clientId: null, scopes: new Set(ALL_SCOPES) };
    const budget = budgetSat === null ? null : drawBudget(dice, budgetSat);
    const person: Person = {
      user,
      caller,
      budget,
      maxBalanceSat: null,
      maxSendDaySat: null,
      ...limits,
      isOff: false,
      switches: 0,
    };
    model.people.push(person);
    await giveName(simulation, person);
    if (budget !== null) await setBudget(simulation, person, budget);
    await storage.perform(() => storage.limitUser(person, clock.now()));
    const payment = node.scripted.receiveKeysend(accountRecord(person), {
      amountMsat: msat(startMsat),
    });
    model.arrivals.push({ payment, for: { kind: 'user', userId: user.id } });
  }
  await clock.advance(3000);
}

async function giveName({ clock, model, storage }: Simulation, { user }: Person): Promise<void> {
  const name = `${user.name}-1`;
  await storage.perform(() =>
    storage.stores.addressNames.claimName(user.id, name, clock.now(), null),
  );
  model.names.push(name);
}

export const accountRecord = ({ user }: Person) =>
  new Map([[696969n, Buffer.from(user.identifier)]]);

/** An app may have gone before its answer comes. */
function tellApp(
  {
    dice,
    clock,
    model,
    trace,
    storage,
  }: Omit<Logging, 'isTraced'> & Pick<Simulation, 'dice' | 'storage'>,
  event: NostrEvent,
): void {
  if (dice.chance(0.15)) return;
  const request = hearAnswer(model, event);
  const said = request?.heard.at(-1);
  if (request === null || said === undefined) return;
  const { errorCode, paymentHash } = said.body;
  const isMade = request.input.kind === 'invoice' && paymentHash !== null;
  trace.push(`${timeOf(clock)} request ${request.number} hears ${errorCode ?? 'success'}`);
  if (isMade) void noteInvoice(model, storage, paymentHash);
}

async function noteInvoice(model: Model, storage: Storage, paymentHash: string): Promise<void> {
  const { invoices } = storage.stores;
  const found = await storage.perform(() => invoices.findInvoiceByHash(paymentHash));
  const isKnown = model.invoices.some((one) => one.paymentHash === paymentHash);
  if (found !== null && !isKnown) model.invoices.push(found.invoice);
}

/** Notes what the service says of itself; a bug that it survived is one nevertheless. */
function createLog(name: string, { clock, model, trace, isTraced }: Logging): Log {
  const write = (fields: LogFields, message: string): void => {
    const { error, ...others } = fields;
    noteBug(model, error);
    if (!isTraced) return;
    const why = error instanceof Error ? ` (${error.message})` : '';
    trace.push(`${timeOf(clock)} ${name} ${message}${why} ${show(others)}`);
  };
  return { debug: write, info: write, warn: write, error: write };
}

interface Logging {
  readonly clock: VirtualClock;
  readonly model: Model;
  readonly trace: string[];
  readonly isTraced: boolean;
}

const show = (fields: object): string =>
  JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

export function note({ trace, clock }: Simulation, text: string): void {
  trace.push(`${timeOf(clock)} ${text}`);
}

const timeOf = (clock: VirtualClock): string => clock.monotonicMs().toFixed(0).padStart(8);
