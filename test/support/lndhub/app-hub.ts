import assert from 'node:assert/strict';
import type { Answer, Headers } from '../api-user.ts';
import { field, numberField } from '../fields.ts';
import type { LndhubWorld } from './lndhub-world.ts';

/**
 * What an app knows of its hub. The apps are not packaged for us, so their calls and reading rules
 * are replayed, each in a file of its own.
 */
export interface AppHub {
  readonly login: string;
  readonly password: string;
  /** `address` as the app puts it together. */
  call(method: 'GET' | 'POST', address: string, options?: HubOptions): Promise<Answer>;
}

export interface HubOptions {
  readonly token?: string;
  readonly body?: unknown;
}

/** The link as the apps take it apart: at `@` and `:`. */
export function openHub(world: LndhubWorld, link: string, headers: Headers = {}) {
  const [credentials = '', base = ''] = link.replace('lndhub://', '').split('@');
  const [login = '', password = ''] = credentials.split(':');
  const hub: AppHub = {
    login,
    password,
    call: (method, address, { token, body } = {}) => {
      assert.ok(address.startsWith('https://wallet.example/'));
      return world.call(method, address.slice('https://wallet.example'.length), {
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body }),
      });
    },
  };
  return { hub, base };
}

/** Bytes as a text in hex, or as Node.js writes a Buffer. */
export function readBytes(value: unknown): string {
  if (typeof value === 'string') return value;
  assert.equal(field(value, 'type'), 'Buffer');
  const data = field(value, 'data');
  assert.ok(Array.isArray(data));
  return Buffer.from(data).toString('hex');
}

/** What people would see of a movement in an app. */
export interface Seen {
  readonly hash: string;
  readonly amountSat: number;
  readonly text: string;
  readonly isDone: boolean;
}

export const wholeField = (value: unknown, name: string): number => {
  const number = numberField(value, name);
  assert.ok(Number.isInteger(number), `${name} is whole`);
  return number;
};
