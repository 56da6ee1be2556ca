import assert from 'node:assert/strict';
import { type IncomingEvent, NodeFault } from '../../src/lightning/node-port.ts';
import { lndAgainst } from './lnd-against-script.ts';
import { htlcMessage, infoMessage, settledInvoiceMessage } from './lnd-messages.ts';
import type { Reply } from './scripted-server.ts';

/** Opens a node whose stream follows `script`, and which answers when it is asked who it is. */
export const lndWith = (script: (reply: Reply) => void | Promise<void>) =>
  lndAgainst((request, reply) =>
    request.path === '/v1/getinfo' ? reply.json(200, infoMessage()) : script(reply),
  );

export interface Played {
  readonly events: readonly IncomingEvent[];
  readonly error: unknown;
}

/** Collects everything until the stream ends. */
export async function play(script: (reply: Reply) => void | Promise<void>): Promise<Played> {
  const { node } = await lndWith(script);
  const events: IncomingEvent[] = [];
  try {
    for await (const event of node.incoming(7n, new AbortController().signal)) events.push(event);
  } catch (error) {
    return { events, error };
  }
  return { events, error: null };
}

export const sending =
  (...messages: object[]) =>
  async (reply: Reply): Promise<void> => {
    await reply.open(200);
    for (const message of messages) await reply.line(message);
    await reply.end();
  };

export async function eventOf(message: object): Promise<IncomingEvent> {
  const { events, error } = await play(sending({ result: message }));
  assert(error instanceof NodeFault);
  const event = events[1];
  assert(events.length === 2 && event !== undefined);
  return event;
}

export const withRecords = (records: object): object =>
  settledInvoiceMessage({ htlcs: [htlcMessage({ custom_records: records })] });

export const receiptsOf = (event: IncomingEvent) =>
  event.kind === 'settled' ? event.payments : [];
