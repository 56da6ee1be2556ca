import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { deriveKey } from '../../src/authorization/derived-key.ts';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { seal } from '../../src/authorization/sealed-box.ts';
import { assert } from '../../src/base/assert.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { newUuid } from '../../src/base/id.ts';
import { openConversation } from '../../src/nostr/conversation.ts';
import { newPrivateKey } from '../../src/nostr/private-key.ts';
import { NWC_LEASE_MS } from '../../src/nwc/limits.ts';
import type { App } from './app-model.ts';
import { ask, drawInput, pickApp, sendTo } from './app-requests.ts';
import { drawBudget, setBudget } from './budgets.ts';
import { SECRET_KEY } from './service-process.ts';
import { alive, note, type Simulation } from './simulation.ts';

/** Who connects what: some with a budget, two of them for one person, one over LndHub. */
const APPS = [
  { name: 'zeus', owner: 0, kind: 'nwc', limitSat: null },
  { name: 'damus', owner: 1, kind: 'nwc', limitSat: 3000n },
  { name: 'alby', owner: 0, kind: 'nwc', limitSat: 6000n },
  { name: 'blue', owner: 0, kind: 'lndhub', limitSat: 5000n },
  { name: 'hub', owner: 2, kind: 'lndhub', limitSat: null },
] as const;

/** Users connect their apps. */
export async function connectApps(simulation: Simulation): Promise<void> {
  for (const input of APPS) await connectApp(simulation, input);
}

async function connectApp(
  simulation: Simulation,
  { name, owner, kind, limitSat }: (typeof APPS)[number],
): Promise<void> {
  const { clock, dice, model, random, storage } = simulation;
  const person = model.people[owner];
  assert(person !== undefined, 'there are people');
  const scopes = new Set(ALL_SCOPES);
  const [grantId, deviceId] = [newUuid(clock, random), newUuid(clock, random)];
  const userId = person.user.id;
  const grant = { grantId, deviceId, userId, kind, scopes, createdAt: clock.now() };
  await storage.perform(() => storage.connections.connect(grant));
  const caller = { grantId, userId, clientId: null, scopes };
  const wire = kind === 'nwc' ? await addKey(simulation, deviceId) : null;
  if (limitSat !== null) {
    await setBudget(simulation, { caller }, drawBudget(dice, limitSat));
    model.budgetBounds.set(grantId, limitSat);
  }
  model.apps.push({ name, person, caller, wire });
}

/** As the kind of connection makes it: see nwc-kind.ts. */
async function addKey({ clock, random, storage }: Simulation, deviceId: string) {
  const privateKey = newPrivateKey(random);
  const walletSecret = newPrivateKey(random);
  const clientPubkey = bytesToHex(xOnlyPointFromScalar(privateKey));
  const walletPubkey = bytesToHex(xOnlyPointFromScalar(walletSecret));
  const sealedSecret = seal(
    deriveKey(SECRET_KEY, 'nwc wallet keys'),
    walletSecret,
    deviceId,
    random,
  );
  const key = { deviceId, clientPubkey, walletPubkey, sealedSecret, createdAt: clock.now() };
  await storage.perform(() => storage.stores.nwcKeys.addKey(key));
  const conversation = openConversation(privateKey, walletPubkey);
  assert(conversation !== null, 'a drawn key is one');
  return { privateKey, clientPubkey, walletPubkey, conversation };
}

/** A budget is lowered or raised, a scope taken away, or all of it. */
export function changeApp(simulation: Simulation): void {
  const { dice, model } = simulation;
  const app = dice.pick(model.apps);
  if (dice.chance(0.4)) changeScopes(simulation, app);
  else changeLimit(simulation, app);
}

/**
 * An app may nothing when it asks to pay, and the process that finds this out falls asleep over it.
 * Once the app may pay again, another process takes its request up; and then the first one wakes.
 */
export function appRaces(simulation: Simulation): void {
  const { clock, dice } = simulation;
  const [app, wire] = pickApp(simulation);
  if (alive(simulation).length < 2) simulation.start();
  const set = setterOf(simulation, app);
  void set(null).then(() => {
    const request = ask(simulation, app, wire, drawInput(simulation));
    sendTo(simulation, request, (life) =>
      life.sleepIn(dice.between(5, 9), () => {
        note(simulation, `the process of request ${request.number} sleeps`);
        void clock.sleep(NWC_LEASE_MS + dice.between(0, 4000)).then(() => life.wake());
      }),
    );
    void clock.sleep(dice.between(1, 14_000)).then(() => set(new Set(ALL_SCOPES)));
  });
}

/** Over LndHub what a token may do is read with it, so that a call goes on with what it had. */
function changeScopes(simulation: Simulation, app: App): void {
  const { clock, dice } = simulation;
  const few = new Set(ALL_SCOPES.filter((scope) => scope !== 'payments:send'));
  const scopes = dice.chance(0.5) ? few : null;
  note(simulation, `${app.name} may ${scopes === null ? 'do nothing' : 'not pay'} for a while`);
  const set = setterOf(simulation, app);
  void set(scopes);
  void clock.sleep(dice.between(1, 40_000)).then(() => set(new Set(ALL_SCOPES)));
}

const setterOf =
  ({ storage }: Simulation, { caller }: App) =>
  (scopes: ReadonlySet<Scope> | null): Promise<void> =>
    storage.perform(() => storage.connections.setScopes(caller.grantId, scopes));

function changeLimit(simulation: Simulation, { name, caller }: App): void {
  const { dice, model } = simulation;
  const limitSat = BigInt(dice.between(0, 12)) * 700n + 1n;
  note(simulation, `${name} may spend ${limitSat} sat`);
  void setBudget(simulation, { caller }, drawBudget(dice, limitSat)).then((usedSat) => {
    const bound = usedSat > limitSat ? usedSat : limitSat;
    model.budgetBounds.set(caller.grantId, bound);
  });
}
