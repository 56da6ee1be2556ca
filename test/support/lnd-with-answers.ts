import { lndAgainst } from './lnd-against-script.ts';
import { status } from './lnd-messages.ts';
import type { Reply } from './scripted-server.ts';

/**
 * Opens a node with answers by `METHOD path`. Each call gets the next answer, and the last answer
 * is repeated.
 */
export async function lndWith(answers: Readonly<Record<string, readonly Answer[]>>) {
  const asked: string[] = [];
  const { node } = await lndAgainst(async (request, reply) => {
    const call = `${request.method} ${request.path}`;
    const earlier = asked.filter((other) => other === call).length;
    asked.push(call);
    const choices = answers[call] ?? [];
    await (choices[earlier] ?? choices.at(-1) ?? json(501, status(12, 'Unimplemented')))(reply);
  });
  return { node, asked };
}

export type Answer = (reply: Reply) => void | Promise<void>;
export const json =
  (httpStatus: number, body: object): Answer =>
  (reply) =>
    reply.json(httpStatus, body);
