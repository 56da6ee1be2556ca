import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ControlOptions } from './control-options.ts';
import { CONTROL_ROUTES } from './routes.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Creates the server of the control interface: JSON over HTTP on loopback, with a bearer token of
 * its own.
 */
export function createControl(options: ControlOptions): Server {
  return createServer((request, response) => {
    void serve(options, request, response);
  });
}

async function serve(
  options: ControlOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isAllowed(options.token, request.headers.authorization)) {
    send(response, 401, { error: 'the control secret is missing or wrong' });
    return;
  }
  const route = CONTROL_ROUTES.get(`${request.method} ${request.url}`);
  if (route === undefined) {
    send(response, 404, { error: 'no such control call' });
    return;
  }
  const body = await readBody(request);
  if (body === null) {
    send(response, 400, { error: 'the body is not a JSON object' });
    return;
  }
  const answer = await route(options, body);
  if (answer.ok) send(response, 200, answer.value);
  else send(response, 400, { error: answer.refusal });
}

function isAllowed(token: string, header: string | undefined): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ''));
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_BYTES) return null;
  }
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return { ...value };
  } catch {
    return null;
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
