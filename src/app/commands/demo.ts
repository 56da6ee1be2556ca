import { join } from 'node:path';
import { createArgon2Hasher } from '../../accounts/libraries/argon2.ts';
import { claimAddress } from '../../address/claim-address.ts';
import { addPersonalToken } from '../../apps/add-personal-token.ts';
import { type Caller, webCaller } from '../../authorization/caller.ts';
import { ALL_SCOPES } from '../../authorization/scope.ts';
import { type Sat, sat, satToMsat } from '../../base/amount.ts';
import { newIdentifier } from '../../base/id.ts';
import { orRefused } from '../../cli/refused.ts';
import { usesPlayMoney } from '../../config/config.ts';
import { createInvoice } from '../../invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../invoices/invoice-order.ts';
import { runningNetwork } from '../../lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../lightning/simulator-client/simulator-control.ts';
import type { SimulatorControl } from '../../lightning/simulator-protocol/control-protocol.ts';
import { SIMULATOR_FOLDER } from '../../lightning/simulator-protocol/network-protocol.ts';
import { addUser } from '../../users/add-user.ts';
import { DEMO_USERS } from '../../users/demo-users.ts';
import type { RunningService } from '../compose/run-service.ts';
import type { AppContext } from '../context/app-context.ts';

/** What a first start prints: demo users, whose play money arrived like any other payment. */
export interface Demo {
  readonly users: readonly DemoUser[];
  /** An invoice of the first demo user, to be paid by another node of the simulated network. */
  readonly invoiceOfUser: string | null;
  /** An invoice of another node of the simulated network, to be paid by a demo user. */
  readonly externalInvoice: string | null;
}

export interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly balanceSat: bigint;
}

const DEMO_SAT = sat(100_000n);
const PASSWORD_LENGTH = 16;

/**
 * Creates demo users at the first start with the simulated network, when there are no users yet; at
 * any other start null. Once `stop` is aborted, it no longer waits for their money.
 */
export async function prepareDemo(
  context: AppContext,
  service: RunningService,
  stop: AbortSignal,
): Promise<Demo | null> {
  const { config } = context;
  if (!usesPlayMoney(config.lightning) || service.address === null) return null;
  if ((await service.parts.users.listUsers()).length > 0) return null;
  const network = await runningNetwork(join(config.dataDir, SIMULATOR_FOLDER));
  if (network === null) return null;
  const scene = { context, parts: service.parts, simulator: controlOf(network), stop };
  const people: DemoPerson[] = [];
  for (const { email, name } of DEMO_USERS) people.push(await addDemoPerson(scene, email, name));
  const [first] = people;
  const invoiceOfUser = first && (await newInvoice(scene, first.caller, sat(2100n)));
  const made = await scene.simulator.invoice({ amountSat: 500, memo: 'Lunch' });
  return {
    users: people.map(({ user }) => user),
    invoiceOfUser: invoiceOfUser?.bolt11 ?? null,
    externalInvoice: made.ok ? made.value.paymentRequest : null,
  };
}

/**
 * Finds demo users at a later start, to name them. Their passwords were shown only at the first
 * start.
 */
export async function findDemoUsers(
  { config }: AppContext,
  { parts }: RunningService,
): Promise<readonly string[]> {
  if (!usesPlayMoney(config.lightning)) return [];
  const emails = new Set((await parts.users.listUsers()).map(({ email }) => email));
  return DEMO_USERS.map(({ email }): string => email).filter((email) => emails.has(email));
}

interface Scene {
  readonly context: AppContext;
  readonly parts: RunningService['parts'];
  readonly simulator: SimulatorControl;
  readonly stop: AbortSignal;
}

interface DemoPerson {
  readonly user: DemoUser;
  readonly caller: Caller;
}

async function addDemoPerson(scene: Scene, email: string, name: string): Promise<DemoPerson> {
  const deps = { ...scene.parts, passwords: createArgon2Hasher(scene.context.random) };
  const password = newIdentifier(scene.context.random, PASSWORD_LENGTH);
  const added = orRefused(await addUser(deps, { email, password, name, isAdmin: false }));
  await claimAddress(deps, { userId: added.id, text: name, by: 'operator' });
  const scopes = ALL_SCOPES.join(' ');
  const { token, stored } = orRefused(
    await addPersonalToken(deps, {
      userId: added.id,
      scopes,
      name: 'commands in a terminal',
      expiresInSec: null,
    }),
  );
  const caller = {
    userId: added.id,
    grantId: stored.id,
    clientId: null,
    scopes: new Set(ALL_SCOPES),
  };
  // The invoice is made as by the user's own browser, not by a token, so that it looks as if the
  // user had made it on the pages.
  const balanceSat = await fundFromExternalNode(scene, webCaller(added.id));
  return { user: { email, password, token, balanceSat }, caller };
}

/**
 * Lets a node of the simulated network pay an invoice of the demo user. Returns the balance; 0 if
 * the payment fails, which does not keep the service from starting.
 */
async function fundFromExternalNode(scene: Scene, caller: Caller): Promise<bigint> {
  const invoice = await newInvoice(scene, caller, DEMO_SAT, 'Play money to begin with');
  if (invoice?.bolt11 == null) return 0n;
  const paid = await scene.simulator.pay({ bolt11: invoice.bolt11 });
  if (paid.ok && (await isCredited(scene, caller.userId, invoice.paymentHash))) return DEMO_SAT;
  if (scene.stop.aborted) return 0n;
  const reason = paid.ok ? 'not credited in time' : paid.refusal;
  scene.context.log.warn({ reason }, 'a demo wallet could not be funded');
  return 0n;
}

const CREDIT_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 20;

/**
 * Waits until a payment to a demo user is booked, and tells whether it was. The payer hears of its
 * success before that, because the node still has to tell the service about it.
 */
async function isCredited({ context, parts, stop }: Scene, userId: string, paymentHash: string) {
  const { clock } = context;
  const deadlineMs = clock.monotonicMs() + CREDIT_LIMIT_MS;
  while ((await parts.history.findByHash(userId, paymentHash))?.kind !== 'record') {
    if (stop.aborted || clock.monotonicMs() > deadlineMs) return false;
    await clock.sleep(LOOK_EVERY_MS, stop);
  }
  return true;
}

async function newInvoice(
  { parts }: Scene,
  caller: Caller,
  amountSat: Sat,
  description = 'Play money',
) {
  const order = {
    ...EMPTY_ORDER,
    amountMsat: satToMsat(amountSat),
    description,
  };
  const created = await createInvoice(parts, { caller, order, idempotency: null });
  return created.ok ? created.value : null;
}
