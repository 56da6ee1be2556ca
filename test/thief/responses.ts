import { eventually } from '../support/eventually.ts';
import { CHANNELS_SAT, OPERATOR, type Stage } from './stage.ts';
import type { Loot, TheftName } from './theft.ts';
import { THIEFS_NODE } from './thief-node.ts';

/** One thing that an operator does after a theft: a command, or something outside the service. */
export interface Press {
  /** What is typed or done. Names in braces are filled in: `{victim}`, `{id}`. */
  readonly does: string;
  /** Does what is no command of Satchel. */
  readonly outside?: (stage: Stage) => Promise<void>;
  /** The stop that it lifts; without that stop it is not needed. */
  readonly lifts?: 'outflow' | 'database_changed';
}

const ALLOW: Press = { does: 'outflow allow --reason done{more}', lifts: 'outflow' };
const RELEASE: Press = { does: 'node release', lifts: 'database_changed' };
const DISABLE_VICTIM: Press = { does: 'user disable --email {victim}' };
/** Commands refuse what is not due yet, such as a comparison with the node. */
const PATIENCE_MS = 90_000;

/** What users own has to be covered again before anything leaves. */
const MONEY_BACK: Press = {
  does: 'move money of your own into the channels, as much as was stolen',
  outside: async ({ network }) => {
    const made = await network.invoice({ amountSat: CHANNELS_SAT, node: 'satchel' });
    if (!made.ok) throw new Error(made.refusal);
    const paid = await network.pay({ bolt11: made.value.paymentRequest, from: THIEFS_NODE });
    if (!paid.ok) throw new Error(paid.refusal);
  },
};

const RESTART: Press = {
  does: 'start the service again, with another database password',
  outside: async ({ service }) => {
    await service.end('SIGTERM');
    await service.start();
  },
};

/** What an operator presses after each theft, in this order. */
export const RESPONSES: Readonly<Record<TheftName, readonly Press[]>> = {
  'password, second factor on': [{ does: 'user reset-password --email {victim}' }],
  'password, no second factor': [
    DISABLE_VICTIM,
    { does: 'user reset-password --email {victim}' },
    ALLOW,
  ],
  session: [DISABLE_VICTIM, { does: 'user enable --email {victim}' }, ALLOW],
  'app token': [{ does: 'client remove {id}' }, ALLOW],
  'personal token': [{ does: 'token revoke {id}' }, ALLOW],
  'nwc secret': [{ does: 'nwc revoke {id}' }, ALLOW],
  'lndhub login': [{ does: 'lndhub revoke {id}' }, ALLOW],
  'operator session, just confirmed': [{ does: `user disable --email ${OPERATOR}` }, ALLOW],
  'operator session, older': [{ does: `user disable --email ${OPERATOR}` }],
  macaroon: [MONEY_BACK, RELEASE, ALLOW],
  'database role': [DISABLE_VICTIM, RESTART, MONEY_BACK, ALLOW],
  'sealed backup': [],
  'unsealed backup': [],
  'data folder': [],
  'data folder with the node': [MONEY_BACK, RELEASE, ALLOW],
};

/** Does one press, again and again while the service says that it is too early. */
export async function doPress(stage: Stage, loot: Loot, { does, outside }: Press): Promise<void> {
  if (outside !== undefined) return await outside(stage);
  const names: Readonly<Record<string, string>> = {
    ...loot.names,
    victim: stage.victim.email,
    // The window is full of what the thief has sent, so others need room beside it.
    more: stage.hourSat === null ? '' : ` --extra ${stage.hourSat}`,
  };
  const args = does.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '').split(' ');
  await eventually(
    does,
    async () =>
      await stage.service.cli(...args).then(
        () => true,
        () => null,
      ),
    PATIENCE_MS,
  );
}
