import { approvePayment } from '../../../src/payments/approve-payment.ts';
import type { ServiceProcess } from '../service-process.ts';
import type { LightningWorld } from './lightning-world.ts';

/** How long an owner takes to see what asks them, and to see that nothing came of it. */
const LOOK_EVERY_MS = 700;

/**
 * The owner of the wallet approves what waits, by the process that runs. If that process dies
 * over it, they press once more as soon as another one runs.
 */
export async function approveWhatWaits(
  { clock, storage }: LightningWorld,
  running: () => ServiceProcess | undefined,
  isOver: () => boolean,
): Promise<void> {
  const pressed = new Set<string>();
  while (!isOver()) {
    await clock.sleep(LOOK_EVERY_MS);
    const process = running();
    for (const asked of storage.approvals().filter(({ state }) => state === 'waiting')) {
      if (process === undefined || pressed.has(`${asked.id} ${process.name}`)) continue;
      pressed.add(`${asked.id} ${process.name}`);
      const given = { device: 'a phone', raisesAskAbove: false };
      // What the owner hears is not asked here: the books say how it ended.
      void process.ready
        .then(() => approvePayment(process.parts, asked, given))
        .catch(() => undefined);
    }
  }
}

/** What is approved is made, and what is not is not, whatever a process was told. */
export const judgeApprovals = ({ storage }: LightningWorld): readonly string[] => {
  const made = new Set(storage.payments().map(({ id }) => id));
  return storage
    .approvals()
    .filter(({ state, planned }) => made.has(planned.ids.paymentId) !== (state === 'approved'))
    .map(
      ({ state }) =>
        `an approval is ${state}, and its payment is ${state === 'approved' ? 'not ' : ''}made`,
    );
};
