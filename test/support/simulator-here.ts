import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { Clock } from '../../src/base/clock.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createMovableClock } from './movable-clock.ts';
import { newFolder } from './simulator-process.ts';

/** The simulator with its servers, inside the process of the test. */
export interface SimulatorHere {
  readonly simulator: Simulator;
  /** How often the process would have crashed. */
  readonly crashCount: () => number;
  url(node: string): string;
  macaroon(node: string): string;
  call(node: string, path: string, body?: object | string): Promise<RawAnswer>;
  delete(node: string, path: string): Promise<RawAnswer>;
  /** Makes a call to the control interface, which must not be refused. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** Clears a fault. */
  clear(kind: string): Promise<void>;
  /** Opens a stream, whose lines arrive one by one. */
  open(node: string, path: string, body?: object): OpenLines;
  /** Opens a stream by a DELETE request. */
  openDelete(node: string, path: string): OpenLines;
  close(): Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  /** The last line as JSON. */
  readonly json: Record<string, unknown>;
}

export interface OpenLines {
  readonly lines: Record<string, unknown>[];
  /** The HTTP status; zero until the headers have arrived. */
  readonly status: () => number;
  readonly isClosed: () => boolean;
  close(): void;
}

export interface SimulatorHereOptions {
  /** The folder to use instead of a new one. The caller removes it. */
  readonly dir?: string;
  readonly clock?: Clock;
}

const BLOCK_MS = 10 * MINUTE_MS;

/** A clock that is far from the next block, so that none comes while a test counts blocks. */
export function clockBetweenBlocks(): Clock {
  const clock = createMovableClock();
  const leftMs = BLOCK_MS - (clock.now().getTime() % BLOCK_MS);
  if (leftMs < BLOCK_MS / 2) clock.move(leftMs);
  return clock;
}

export async function startSimulatorHere({
  dir,
  clock = systemClock,
}: SimulatorHereOptions = {}): Promise<SimulatorHere> {
  const folder = dir === undefined ? newFolder() : { dir, remove() {} };
  let crashes = 0;
  const simulator = await startSimulator({
    dir: folder.dir,
    clock,
    random: systemRandom,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    crash: () => {
      crashes += 1;
    },
  });
  const nodeOf = (name: string) => {
    const node = simulator.description.nodes.find((candidate) => candidate.name === name);
    assert(node !== undefined, `there is a node ${name}`);
    return node;
  };
  const ask = async (name: string, path: string, init: RequestInit): Promise<RawAnswer> => {
    const { restUrl, macaroonHex } = nodeOf(name);
    const headers = { 'Grpc-Metadata-macaroon': macaroonHex, connection: 'close' };
    const response = await fetch(`${restUrl}${path}`, { ...init, headers });
    const text = await response.text();
    return { status: response.status, text, json: lastObject(text) };
  };
  const order = async (method: 'POST' | 'DELETE', path: string, body: object) => {
    const { controlUrl, controlToken } = simulator.description;
    const headers = { authorization: `Bearer ${controlToken}`, connection: 'close' };
    const init = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${controlUrl}${path}`, init);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return lastObject(text);
  };
  const streams = new Set<OpenLines>();
  const follow = (name: string, path: string, ask: StreamAsk): OpenLines => {
    const stream = openLines(nodeOf(name), path, ask);
    streams.add(stream);
    return stream;
  };
  return {
    simulator,
    crashCount: () => crashes,
    url: (name) => nodeOf(name).restUrl,
    macaroon: (name) => nodeOf(name).macaroonHex,
    call: (name, path, body) => {
      if (body === undefined) return ask(name, path, { method: 'GET' });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return ask(name, path, { method: 'POST', body: text });
    },
    delete: (name, path) => ask(name, path, { method: 'DELETE' }),
    control: (path, body = {}) => order('POST', path, body),
    async clear(kind) {
      await order('DELETE', '/faults', { kind });
    },
    open: (name, path, body) =>
      follow(name, path, { method: body === undefined ? 'GET' : 'POST', body }),
    openDelete: (name, path) => follow(name, path, { method: 'DELETE' }),
    async close() {
      for (const stream of streams) stream.close();
      await simulator.close();
      folder.remove();
    },
  };
}

interface StreamAsk {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly body?: object | undefined;
}

function openLines(
  node: { readonly restUrl: string; readonly macaroonHex: string },
  path: string,
  { method, body }: StreamAsk,
): OpenLines {
  const lines: Record<string, unknown>[] = [];
  let status = 0;
  let isClosed = false;
  let rest = '';
  const request = httpRequest(`${node.restUrl}${path}`, {
    method,
    headers: { 'Grpc-Metadata-macaroon': node.macaroonHex },
    agent: false,
  });
  request.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const parts = `${rest}${chunk}`.split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.map(lastObject));
    });
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  request.on('close', () => {
    isClosed = true;
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  return { lines, status: () => status, isClosed: () => isClosed, close: () => request.destroy() };
}

function lastObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  assert(typeof value === 'object' && value !== null);
  return { ...value };
}

/** Reads a field that is an object, such as `result` in a line of a stream. */
export function objectIn(json: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = json[name];
  assert(typeof value === 'object' && value !== null, JSON.stringify(json));
  return { ...value };
}

export const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
export const base64Url = (hex: string): string =>
  base64(hex).replaceAll('+', '-').replaceAll('/', '_');
export const hexOfBase64 = (text: unknown): string =>
  Buffer.from(String(text), 'base64').toString('hex');
