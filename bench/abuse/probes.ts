import assert from 'node:assert/strict';
import { request } from 'undici';
import { WebSocket } from 'ws';
import type { Stage } from '../stage.ts';
import type { AttackRequest } from './attack-plan.ts';

/** Makes a call by another caller, number `n`, and returns whether it succeeds during an attack. */
export type Probe = (origin: string, n: number) => Promise<boolean>;

const TIMEOUT_MS = 5000;

/** Lets someone from another network pay an address. */
export const probeCallback =
  (path: string): Probe =>
  async (origin) => {
    const answer = await ask(origin, { method: 'GET', path, headers: {} });
    return answer?.text.includes('"pr"') ?? false;
  };

export const probeRelay: Probe = async (origin) => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/relay`);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('open', () => resolve(true));
  socket.on('error', () => resolve(false));
  const timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  const isServed = await promise;
  clearTimeout(timer);
  socket.terminate();
  return isServed;
};

/** Signs in with a wrong password, which the service has to check nevertheless. */
export function probeSignIn(stage: Stage): Probe {
  const ready = honestRequests(stage, 8);
  return async (origin, n) => {
    const requests = await ready;
    const asked = requests[n % requests.length];
    assert(asked !== undefined);
    const answer = await ask(origin, asked);
    return answer !== null && answer.status === 400;
  };
}

/** Gets forms for signing in, as guests do. */
export async function honestRequests(
  { service }: Stage,
  count: number,
): Promise<readonly AttackRequest[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const answer = await request(`${service.baseUrl}/sign-in`);
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      const page = await answer.body.text();
      const [, csrf_token = ''] = /name="csrf_token" value="([^"]+)"/.exec(page) ?? [];
      const fields = { csrf_token, email: `guest-${n}@example.com`, password: 'correct horse' };
      return {
        method: 'POST',
        path: '/sign-in',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: `${new URLSearchParams(fields)}`,
      } as const;
    }),
  );
}

async function ask(
  origin: string,
  { method, path, headers, body }: AttackRequest,
): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const answer = await request(origin + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  } catch {
    return null;
  }
}
