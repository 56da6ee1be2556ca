import type { Door } from './doors.ts';
import type { ThiefsNode } from './thief-node.ts';

/** How a thief was stopped: the last words by which the service refused. */
export interface Taken {
  readonly lastWords: string;
  readonly askedTimes: number;
}

/** The part of what there is that a thief takes at once: small enough to come close to limits. */
const PIECES = 100;
const AT_ONCE = 8;
const LEAST_SAT = 10;

/**
 * Takes all that a door gives, as a thief does who knows that limits exist: in small pieces, several
 * at the same time, and in ever smaller ones once the first are refused.
 */
export async function takeAll(
  thief: Pick<ThiefsNode, 'newInvoice'>,
  door: Door,
  upToSat: number,
  pieces = PIECES,
): Promise<Taken> {
  let pieceSat = Math.ceil(upToSat / pieces);
  let [lastWords, askedTimes] = ['', 0];
  while (pieceSat >= LEAST_SAT) {
    const refusals = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const invoice = await thief.newInvoice(pieceSat);
        const words = await door.ask(invoice.text);
        return (await invoice.isPaid()) ? null : words;
      }),
    );
    askedTimes += AT_ONCE;
    const refused = refusals.filter((words) => words !== null);
    lastWords = refused.at(-1) ?? lastWords;
    if (refused.length === AT_ONCE) pieceSat = Math.floor(pieceSat / 2);
  }
  return { lastWords, askedTimes };
}
