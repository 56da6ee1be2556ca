import type { Door } from './doors.ts';
import type { ThiefsNode } from './thief-node.ts';

export interface Taken {
  /** The last words by which the thief was refused; empty if nothing was asked. */
  readonly lastWords: string;
}

/** The part of what there is with which a thief begins: small enough to come close to limits. */
const PIECES = 1000;
const AT_ONCE = 8;
const LEAST_SAT = 10;

/**
 * Takes all that a door gives, as a thief does who knows that limits exist: first in small pieces,
 * several at the same time, which grow while none is refused and shrink once all are.
 */
export async function takeAll(
  thief: Pick<ThiefsNode, 'newInvoice'>,
  door: Door,
  upToSat: number,
  pieces = PIECES,
): Promise<Taken> {
  let pieceSat = Math.ceil(upToSat / pieces);
  let lastWords = '';
  while (pieceSat >= LEAST_SAT) {
    const refusals = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const invoice = await thief.newInvoice(pieceSat);
        const words = await door.ask(invoice.text);
        return (await invoice.isPaid()) ? null : words;
      }),
    );
    const refused = refusals.filter((words) => words !== null);
    lastWords = refused.at(-1) ?? lastWords;
    if (refused.length === AT_ONCE) pieceSat = Math.floor(pieceSat / 2);
    if (refused.length === 0) pieceSat = Math.ceil((pieceSat * 5) / 4);
  }
  return { lastWords };
}
