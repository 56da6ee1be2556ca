import { setTimeout as wait } from 'node:timers/promises';
import type { RelayApp } from './relay-app.ts';

/** An app that asks for the balance again and again, and reconnects when it is cut off. */
export interface AskingApp {
  answered(): number;
  /** The ids of requests that the relay has accepted, but that have no answer. */
  unanswered(): readonly string[];
  /** Stops asking. Answers still arrive. */
  end(): Promise<void>;
}

const ASK_EVERY_MS = 500;

export function openAskingApp(app: RelayApp, relay: string): AskingApp {
  const taken = new Set<string>();
  const answered = new Set<string>();
  let isOver = false;

  const visit = async (): Promise<void> => {
    const here = await app.at(relay);
    // On a new connection, the app asks for the answers of earlier requests by their ids.
    const open = [...taken].filter((id) => !answered.has(id));
    const all = { kinds: [23_195], authors: [app.walletPubkey], '#p': [app.pubkey] };
    const waiting = here.socket.subscribe(
      all,
      ...(open.length > 0 ? [{ ...all, '#e': open }] : []),
    );
    const listen = (): void => {
      for (const [name, id, isTaken] of here.socket.heard) {
        if (name === 'OK' && isTaken === true) taken.add(String(id));
      }
      for (const { tags } of waiting.events()) {
        for (const [name, id] of tags) if (name === 'e' && id !== undefined) answered.add(id);
      }
    };
    while (!here.socket.isClosed() && !(isOver && isDone())) {
      if (!isOver) here.socket.send(['EVENT', here.request('get_balance')]);
      await wait(ASK_EVERY_MS);
      listen();
    }
  };
  const isDone = (): boolean => [...taken].every((id) => answered.has(id));
  const running = (async () => {
    while (!(isOver && isDone())) {
      await visit().catch(() => undefined);
      await wait(ASK_EVERY_MS);
    }
  })();
  return {
    answered: () => answered.size,
    unanswered: () => [...taken].filter((id) => !answered.has(id)),
    end: async () => {
      isOver = true;
      await Promise.race([running, wait(60_000)]);
    },
  };
}
