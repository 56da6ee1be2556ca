import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type HttpClient, openHttpClient } from '../http-client.ts';
import { roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';

const PROGRAM = fileURLToPath(new URL('./one-select.ts', import.meta.url));

export interface OneSelect {
  readonly serviceUrl: string;
  readonly token: string;
  readonly userId: string;
  /** The address name that is asked for; '' when none is. */
  readonly addressName: string;
}

/** Starts the yardstick for reading calls as a separate process; closing the client ends it. */
export async function startOneSelect({ beside, payees }: Stage): Promise<HttpClient> {
  const { token, caller } = roundRobin(payees, 0);
  const { serviceUrl } = beside;
  return await startSelecting({ serviceUrl, token, userId: caller.userId, addressName: '' });
}

export async function startSelecting(options: OneSelect): Promise<HttpClient> {
  const { serviceUrl, token, userId, addressName } = options;
  const child = fork(PROGRAM, [serviceUrl, token, userId, addressName]);
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
