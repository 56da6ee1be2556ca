import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type HttpClient, openHttpClient } from '../http-client.ts';
import { inTurn } from '../people.ts';
import type { Stage } from '../stage.ts';

const PROGRAM = fileURLToPath(new URL('./one-select.ts', import.meta.url));

/** Starts the yardstick for reading calls as a separate process; closing the client ends it. */
export async function startOneSelect({ beside, payees }: Stage): Promise<HttpClient> {
  const { token, caller } = inTurn(payees, 0);
  const child = fork(PROGRAM, [beside.serviceUrl, token, caller.userId]);
  const [address] = await once(child, 'message');
  assert(typeof address === 'string', 'the program tells its address');
  const http = openHttpClient(address);
  return {
    ...http,
    close: async () => {
      await http.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
