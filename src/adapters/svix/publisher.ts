import { isDeepStrictEqual } from 'node:util';
import { EVENT_TYPES, type EventType } from '../../webhook/delivery.ts';
import {
  type PublishedEndpoint,
  type PublishedMessage,
  PublisherFault,
  type WebhookPublisher,
} from '../../webhook/publisher-port.ts';
import { openSvixClient, type SvixClient, type SvixClientOptions } from './svix-client.ts';

/**
 * A Svix server, hosted or our own, from the generation of `filterTypes` to that of `eventTypes`
 * (API of server 1.100; https://api.svix.com/docs). Each endpoint has an application of its own
 * there, as an application sends each message to all endpoints that it has.
 */
export function openSvixPublisher(options: SvixClientOptions): OpenSvixPublisher {
  const svix = openSvixClient(options);
  return {
    putEndpoint: (endpoint, signal) => putEndpoint({ svix, endpoint, signal }),
    removeEndpoint: async (endpointId, signal) => {
      const path = appPath(endpointId);
      await svix.call({ method: 'DELETE', path, accepts: [204, 404], signal });
    },
    publish: (message, signal) => publish(svix, message, signal),
    close: () => svix.close(),
  };
}

export interface OpenSvixPublisher extends WebhookPublisher {
  close(): Promise<void>;
}

/** Names of ours may not begin as names that Svix itself gives: `ep_`, `msg_`. */
const uidOf = (id: string): string => `_${id}`;
const appPath = (endpointId: string): string => `/app/${uidOf(endpointId)}`;
const endpointPath = (id: string): string => `${appPath(id)}/endpoint/${uidOf(id)}`;

/** One endpoint that the server is told of. */
interface Link {
  readonly svix: SvixClient;
  readonly endpoint: PublishedEndpoint;
  readonly signal: AbortSignal;
}

async function putEndpoint(link: Link): Promise<void> {
  if (filterOf(link.endpoint) !== null) await makeEventTypes(link);
  const isMade = link.endpoint.isNew && (await make(link));
  // One that was made by somebody who died before he could tell us is there too.
  if (!isMade && !(await change(link, 'filterTypes')) && !(await make(link))) {
    throw strange('it neither has the endpoint nor takes it');
  }
  await putSecrets(link);
  if (await isAsAsked(link)) return;
  // A server that knows the filter by its newer name only has left it out without a word.
  await change(link, 'eventTypes');
  if (!(await isAsAsked(link))) throw strange('it keeps another filter than it was given');
}

const strange = (what: string): PublisherFault =>
  new PublisherFault(`the Svix server is not understood: ${what}`, {
    reason: 'unavailable',
    status: null,
    isTimeout: false,
    retryAfter: null,
  });

/** False when it is there already. */
async function make({ svix, endpoint, signal }: Link): Promise<boolean> {
  const { id, secrets } = endpoint;
  await svix.call({
    method: 'POST',
    path: '/app?get_if_exists=true',
    accepts: [200, 201],
    signal,
    body: JSON.stringify({ uid: uidOf(id), name: `Satchel ${id}` }),
  });
  const filter = filterOf(endpoint);
  const { status } = await svix.call({
    method: 'POST',
    path: `${appPath(id)}/endpoint`,
    accepts: [201, 409],
    signal,
    body: JSON.stringify({
      ...fieldsOf(endpoint),
      uid: uidOf(id),
      // The oldest that still signs; putSecrets brings the others after it.
      secret: secrets[0]?.secret,
      // An empty list is refused: leaving it out means all.
      ...(filter === null ? {} : { filterTypes: filter }),
    }),
  });
  return status === 201;
}

/** False when it is not there. */
async function change(
  { svix, endpoint, signal }: Link,
  filterName: 'filterTypes' | 'eventTypes',
): Promise<boolean> {
  const { status } = await svix.call({
    method: 'PATCH',
    path: endpointPath(endpoint.id),
    accepts: [200, 404],
    signal,
    // Never both names: newer servers take one for the other and refuse it twice.
    body: JSON.stringify({ ...fieldsOf(endpoint), [filterName]: filterOf(endpoint) }),
  });
  return status === 200;
}

const fieldsOf = ({ url, description, isEnabled }: PublishedEndpoint) => ({
  url,
  description,
  disabled: !isEnabled,
});

/** Null for all. */
const filterOf = ({ filterTypes }: PublishedEndpoint): readonly EventType[] | null =>
  EVENT_TYPES.every((type) => filterTypes.includes(type)) ? null : filterTypes;

/** Every secret after the one that is there, each replacing the one before it. */
async function putSecrets({ svix, endpoint, signal }: Link): Promise<void> {
  const path = `${endpointPath(endpoint.id)}/secret`;
  const { body } = await svix.call({ method: 'GET', path, accepts: [200], signal });
  const present = bare(field(body, 'key'));
  const known = endpoint.secrets.findIndex(({ secret }) => bare(secret) === present);
  // Where it has one that is none of ours, only the present one counts.
  const next = known < 0 ? endpoint.secrets.length - 1 : known + 1;
  for (const [index, { secret }] of endpoint.secrets.entries()) {
    if (index < next) continue;
    const graceSec = known < 0 ? 0 : (endpoint.secrets[index - 1]?.remainingSec ?? 0);
    await svix.call({
      method: 'POST',
      path: `${path}/rotate`,
      accepts: [204],
      signal,
      body: JSON.stringify({ key: secret, gracePeriodSeconds: Math.min(graceSec, MAX_GRACE_SEC) }),
    });
  }
}

const MAX_GRACE_SEC = 604_800;

const bare = (secret: unknown): string =>
  typeof secret === 'string' ? secret.replace(/^whsec_/, '').replace(/=+$/, '') : '';

async function isAsAsked({ svix, endpoint, signal }: Link): Promise<boolean> {
  const path = endpointPath(endpoint.id);
  const { body } = await svix.call({ method: 'GET', path, accepts: [200], signal });
  const kept = field(body, 'eventTypes') ?? field(body, 'filterTypes') ?? [];
  const asked = filterOf(endpoint) ?? [];
  const isFilterKept = Array.isArray(kept) && isDeepStrictEqual(kept.toSorted(), asked.toSorted());
  return isFilterKept && (field(body, 'disabled') ?? false) === !endpoint.isEnabled;
}

function field(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  return new Map<string, unknown>(Object.entries(body)).get(name);
}

async function publish(
  svix: SvixClient,
  message: PublishedMessage,
  signal: AbortSignal,
): Promise<void> {
  const { endpointId, messageId, eventType, body } = message;
  const path = `${appPath(endpointId)}/msg`;
  const eventId = uidOf(messageId);
  const head = JSON.stringify({ eventType, eventId }).slice(0, -1);
  const { status } = await svix.call({
    method: 'POST',
    path: `${path}?with_content=false`,
    accepts: [200, 202, 409],
    signal,
    // Not parsed and written anew: the server too hands the payload on as it is.
    body: `${head},"payload":${body}}`,
  });
  // It has this message already, from an attempt whose end we did not see.
  if (status !== 409 || !message.isReplay) return;
  const resend = `${path}/${eventId}/endpoint/${uidOf(endpointId)}/resend`;
  await svix.call({ method: 'POST', path: resend, body: '{}', accepts: [200, 202], signal });
}

/** A filter may name only types that the server knows. It may have lost what it was told. */
async function makeEventTypes({ svix, signal }: Link): Promise<void> {
  for (const name of EVENT_TYPES) {
    await svix.call({
      method: 'POST',
      path: '/event-type',
      accepts: [200, 201, 409],
      signal,
      body: JSON.stringify({ name, description: DESCRIPTIONS[name] }),
    });
  }
}

const DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  'invoice.incoming.settled': 'Money arrived',
  'invoice.outgoing.settled': 'A payment was made',
};
