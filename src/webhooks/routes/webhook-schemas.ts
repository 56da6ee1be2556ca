import { Type } from 'typebox';
import { DEFAULT_PAGE_ITEMS } from '../../base/limits.ts';
import { wholeNumber } from '../../web/amount-schema.ts';
import { nullable, optional } from '../../web/nullable.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '../delivery.ts';
import {
  DEFAULT_SECRET_OVERLAP_SEC,
  MAX_DELIVERY_ITEMS,
  MAX_FILTER_TYPES,
  MAX_SECRET_OVERLAP_SEC,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  SHOWN_ATTEMPTS,
} from '../limits.ts';

const url = Type.String({
  description:
    'URL that receives deliveries. It starts with https:// and leads to the public Internet.',
  examples: ['https://shop.example/webhook'],
});
const EVENT_NAMES = EVENT_TYPES.map((type) => `\`${type}\``).join(', ');
const filterTypes = Type.Array(Type.String(), {
  description: `Event types that are delivered, one or more of: ${EVENT_NAMES}.`,
  examples: [['invoice.incoming.settled']],
  maxItems: MAX_FILTER_TYPES,
});
const description = Type.String({
  description: `Description, up to ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters.`,
});
const time = (text: string) => Type.String({ description: `${text}, ISO 8601 in UTC.` });

export const newEndpointSchema = Type.Object(
  { url, filter_types: filterTypes, description: optional(description) },
  { $id: 'NewWebhookEndpoint' },
);

export const endpointEditSchema = Type.Object(
  {
    url: optional(url),
    filter_types: optional(filterTypes),
    description: optional(description),
    enabled: optional(
      Type.Boolean({ description: 'False disables the endpoint, true enables it.' }),
    ),
  },
  { $id: 'WebhookEndpointEdit', description: 'Fields that are left out do not change.' },
);

const endpointFields = {
  id: Type.String({
    description: 'Identifier of the endpoint.',
    examples: ['ep_2xq7oiWpJM5zGa0UOhYuVLLEWfb'],
  }),
  url,
  description: Type.String({ description: 'Description; empty if there is none.' }),
  filter_types: filterTypes,
  created_at: time('When the endpoint was created'),
  enabled: Type.Boolean({ description: 'Whether deliveries are sent to the endpoint.' }),
  disabled_at: nullable(time('Since when the endpoint is disabled')),
  disabled_reason: nullable(
    Type.String({
      description:
        'Why the endpoint is disabled. `switched_off`: the user or the app disabled it. ' +
        '`app_revoked`: the user disconnected the app that created it. `token_ended`: the token ' +
        'that created it was revoked or has expired. `failing`: no delivery succeeded for 5 ' +
        'days. `gone`: it responded with status 410. `refused`: it responded with the header ' +
        '`webhook-delivery: disable`.',
    }),
  ),
  failing_since: nullable(time('When deliveries began to fail, since the last success')),
  consecutive_failures: wholeNumber('Failed attempts since the last success.'),
  last_success_at: nullable(time('When a delivery last succeeded')),
};

export const endpointSchema = Type.Object(endpointFields, {
  $id: 'WebhookEndpoint',
  additionalProperties: false,
});

export const endpointWithSecretSchema = Type.Object(
  {
    ...endpointFields,
    endpoint_secret: Type.String({
      description: 'Secret to verify the signatures of deliveries. It is shown only once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { $id: 'WebhookEndpointWithSecret', additionalProperties: false },
);

export const rotationSchema = Type.Object(
  {
    overlap_seconds: optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_SECRET_OVERLAP_SEC,
        default: DEFAULT_SECRET_OVERLAP_SEC,
        description: 'Seconds for which deliveries are signed with the old secret as well.',
      }),
    ),
  },
  { $id: 'SecretRotation' },
);

const deliveryFields = {
  id: Type.String({
    description:
      'Identifier of the message, as in the header `webhook-id`. All attempts have the same one.',
    examples: ['msg_019aa5e0c2b87c41b4bd4a1f4b1f9d32'],
  }),
  event_type: Type.String({ description: `Event type: ${EVENT_NAMES}.` }),
  test: Type.Boolean({ description: 'Whether this is a test event.' }),
  payment_hash: nullable(
    Type.String({ description: 'Payment hash of the invoice or payment; null for a test event.' }),
  ),
  state: Type.Enum([...DELIVERY_STATES], {
    description:
      '`pending`: not delivered yet. `succeeded`: delivered. `exhausted`: given up, no further ' +
      'attempt is made. `skipped`: not sent, because the endpoint was disabled. `cancelled`: the ' +
      'endpoint was deleted. Exhausted and skipped deliveries can be recovered.',
  }),
  attempts: wholeNumber('Number of attempts.'),
  being_sent: Type.Boolean({ description: 'Whether an attempt is running.' }),
  next_attempt_at: nullable(time('When the next attempt is due, if one is planned')),
  last_status: nullable(Type.Integer({ description: 'HTTP status of the last response.' })),
  last_error: nullable(Type.String({ description: 'Why the last attempt got no response.' })),
  created_at: time('When the delivery was created'),
  done_at: nullable(time('When the delivery ended')),
};

export const deliverySchema = Type.Object(deliveryFields, {
  $id: 'WebhookDelivery',
  additionalProperties: false,
});

export const deliveriesSchema = Type.Array(deliverySchema);

export const deliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    body: Type.String({ description: 'Body of the message, exactly as it is sent.' }),
    attempt_log: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ description: 'Number of the attempt, from 1.' }),
          manual: Type.Boolean({ description: 'Whether it was a replay, a recovery or a test.' }),
          started_at: time('When the attempt started'),
          duration_ms: wholeNumber('Duration in milliseconds.'),
          status: nullable(Type.Integer({ description: 'HTTP status of the response.' })),
          error: nullable(Type.String({ description: 'Why there was no response.' })),
          response_excerpt: nullable(
            Type.String({ description: 'Beginning of the body of the response.' }),
          ),
        },
        { additionalProperties: false },
      ),
      { description: `Attempts of the last 30 days, newest first, up to ${SHOWN_ATTEMPTS}.` },
    ),
  },
  { $id: 'WebhookDeliveryDetail', additionalProperties: false },
);

export const deliveryQuerySchema = Type.Object({
  state: Type.Optional(
    Type.String({ description: `Only deliveries in this state: ${DELIVERY_STATES.join(', ')}.` }),
  ),
  payment_hash: Type.Optional(
    Type.String({ description: 'Only deliveries about the payment with this hash.' }),
  ),
  before: Type.Optional(
    Type.String({ description: 'Only deliveries created before the one with this id.' }),
  ),
  items: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_PAGE_ITEMS,
      description: `Number of deliveries, up to ${MAX_DELIVERY_ITEMS}.`,
    }),
  ),
});

export const recoverySchema = Type.Object(
  {
    since: Type.String({
      description: 'Only deliveries created since this time, ISO 8601 with a time zone.',
      examples: ['2026-03-01T12:00:00Z'],
    }),
  },
  { $id: 'WebhookRecovery' },
);

export const recoveredSchema = Type.Object(
  { recovered: wholeNumber('Number of deliveries that are sent again.') },
  { additionalProperties: false },
);

export const testEventSchema = Type.Object(
  {
    event_type: optional(
      Type.String({
        description: `${EVENT_NAMES}. Default: the first event type of the endpoint.`,
      }),
    ),
  },
  { $id: 'WebhookTestEvent' },
);

/** The pattern of a text without NUL, which PostgreSQL cannot store. */
const NO_NUL = '^[^\\u0000]*$';

const endpointId = Type.String({
  pattern: NO_NUL,
  description: 'Identifier of the endpoint.',
  examples: ['ep_2xq7oiWpJM5zGa0UOhYuVLLEWfb'],
});

export const endpointParams = Type.Object({ id: endpointId });

export const deliveryParams = Type.Object({
  id: endpointId,
  delivery: Type.String({
    description: 'Identifier of the message.',
    examples: ['msg_019aa5e0c2b87c41b4bd4a1f4b1f9d32'],
  }),
});

export const NO_ENDPOINT = 'This app or token has no endpoint with this identifier.';
export const NO_DELIVERY = 'This app or token has no such endpoint, or it has no such delivery.';
