import type { Contest, Contestant } from '../contest.ts';
import type { Stage } from '../stage.ts';
import { startSink } from '../webhooks/sink.ts';
import { openWebhookStage } from '../webhooks/webhook-stage.ts';
import { payInternally } from './internal.ts';

const CALLERS = 64;

export const settlingHeld = settlingContest({
  name: 'settling-held',
  work: 'internal payments, one endpoint per user, sending held',
  atLeast: 0.7,
  isHeld: true,
});

export const settlingSending = settlingContest({
  name: 'settling-sending',
  work: 'internal payments, one endpoint per user, while sending',
  atLeast: 0.45,
  isHeld: false,
});

interface SettlingContest {
  readonly name: string;
  readonly work: string;
  readonly atLeast: number;
  readonly isHeld: boolean;
}

/** A contest whose yardstick is the same payments by users without an endpoint. */
function settlingContest({ name, work, atLeast, isHeld }: SettlingContest): Contest {
  return {
    name,
    work,
    yardstick: 'the same without endpoints',
    bouts: [{ callers: CALLERS, atLeast }],
    async open(stage: Stage) {
      const hooks = await openWebhookStage(stage);
      const sink = await startSink();
      const [told, untold] = [sideOf(stage, 0), sideOf(stage, 1)];
      for (const [n, person] of [...told.payers, ...told.payees].entries()) {
        await hooks.addEndpoint(person, `${sink.url(n)}/hook`);
      }
      const pay = (side: Side): Contestant => payInternally(stage, side.payers, side.payees);
      const restful =
        (contestant: Contestant): Contestant =>
        async (calls) => {
          if (isHeld) await hooks.hold();
          else noteDrain(await hooks.drained());
          return await contestant(calls);
        };
      return {
        ours: restful(pay(told)),
        yardstick: restful(pay(untold)),
        close: async () => {
          await hooks.close();
          await sink.close();
        },
      };
    },
  };
}

type Side = Pick<Stage, 'payers' | 'payees'>;

const sideOf = ({ payers, payees }: Stage, side: 0 | 1): Side => ({
  payers: payers.filter((_, n) => n % 2 === side),
  payees: payees.filter((_, n) => n % 2 === side),
});

/** A window must not leave deliveries to the next one, so it waits until there are none. */
const noteDrain = (tookMs: number): void => {
  process.stderr.write(`what was left to send took ${tookMs.toFixed(0)} ms\n`);
};
