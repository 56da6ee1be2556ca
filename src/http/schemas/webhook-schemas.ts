import { Type } from 'typebox';
import {
  DEFAULT_PAGE_ITEMS,
  DEFAULT_SECRET_OVERLAP_SEC,
  MAX_DELIVERY_ITEMS,
  MAX_SECRET_OVERLAP_SEC,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  SHOWN_ATTEMPTS,
} from '../../base/limits.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '../../webhook/delivery.ts';
import { wholeNumber } from './amount-schema.ts';
import { nullable, optional } from './nullable.ts';

const url = Type.String({
  description: 'Where deliveries are sent: https, on the public Internet',
  examples: ['https://shop.example/webhook'],
});
const filterTypes = Type.Array(Type.String(), {
  description: `What is delivered: ${EVENT_TYPES.map((type) => `\`${type}\``).join(' or ')}`,
  examples: [['invoice.incoming.settled']],
});
const description = Type.String({
  description: `A note, up to ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters`,
});
const time = (text: string) => Type.String({ description: `${text}, ISO 8601 in UTC` });

export const newEndpointSchema = Type.Object(
  { url, filter_types: filterTypes, description: optional(description) },
  { $id: 'NewWebhookEndpoint' },
);

export const endpointEditSchema = Type.Object(
  {
    url: optional(url),
    filter_types: optional(filterTypes),
    description: optional(description),
    enabled: optional(Type.Boolean({ description: 'Nothing is sent to one that is not' })),
  },
  { $id: 'WebhookEndpointEdit', description: 'What is left out stays as it is' },
);

const endpointFields = {
  id: Type.String({ examples: ['ep_2xq7oiWpJM5zGa0UOhYuVLLEWfb'] }),
  url,
  description: Type.String(),
  filter_types: filterTypes,
  created_at: time('When it was made'),
  enabled: Type.Boolean(),
  disabled_at: nullable(time('Since when nothing is sent')),
  disabled_reason: nullable(
    Type.String({
      description:
        '`switched_off`; `app_revoked`: its app lost the permission; `token_ended`: its token ' +
        'was revoked or expired; `failing`: nothing could be delivered for days; `gone`: it ' +
        'answered 410; `refused`: it asked for it in its answer',
    }),
  ),
  failing_since: nullable(time('First failure since the last success')),
  consecutive_failures: wholeNumber('Attempts that failed since the last success'),
  last_success_at: nullable(time('Last successful delivery')),
};

export const endpointSchema = Type.Object(endpointFields, {
  $id: 'WebhookEndpoint',
  additionalProperties: false,
});

export const endpointWithSecretSchema = Type.Object(
  {
    ...endpointFields,
    endpoint_secret: Type.String({
      description: 'Verifies deliveries; shown this once',
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
        description: 'So long deliveries are signed with the old secret too',
      }),
    ),
  },
  { $id: 'SecretRotation' },
);

const deliveryFields = {
  id: Type.String({
    description: 'Of the message, as in the header `webhook-id`; the same over all attempts',
    examples: ['msg_019aa5e0c2b87c41b4bd4a1f4b1f9d32'],
  }),
  event_type: Type.String(),
  test: Type.Boolean({ description: 'Whether it was asked for as a test' }),
  payment_hash: nullable(Type.String()),
  state: Type.Enum([...DELIVERY_STATES], {
    description:
      '`exhausted`: given up; `skipped`: the endpoint is or was disabled; both can be recovered',
  }),
  attempts: wholeNumber('Attempts that were begun'),
  being_sent: Type.Boolean({ description: 'Whether an attempt is under way' }),
  next_attempt_at: nullable(time('When the next attempt is due, unless one is under way')),
  last_status: nullable(Type.Integer({ description: 'HTTP status of the last answer' })),
  last_error: nullable(Type.String({ description: 'What went wrong at the last attempt' })),
  created_at: time('When it came to be'),
  done_at: nullable(time('When it ended')),
};

export const deliverySchema = Type.Object(deliveryFields, {
  $id: 'WebhookDelivery',
  additionalProperties: false,
});

export const deliveriesSchema = Type.Array(deliverySchema, { description: 'Newest first' });

export const deliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    body: Type.String({ description: 'What is sent, byte by byte' }),
    attempt_log: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          manual: Type.Boolean({ description: 'Whether somebody asked for it' }),
          started_at: time('When it began'),
          duration_ms: wholeNumber('How long it took'),
          status: nullable(Type.Integer({ description: 'HTTP status of the answer' })),
          error: nullable(Type.String()),
          response_excerpt: nullable(Type.String({ description: 'How the answer began' })),
        },
        { additionalProperties: false },
      ),
      { description: `Newest first, up to ${SHOWN_ATTEMPTS}` },
    ),
  },
  { $id: 'WebhookDeliveryDetail', additionalProperties: false },
);

export const deliveryQuerySchema = Type.Object({
  state: Type.Optional(Type.String({ description: DELIVERY_STATES.join(', ') })),
  payment_hash: Type.Optional(Type.String()),
  before: Type.Optional(Type.String({ description: 'Id of a delivery: those before it' })),
  items: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_PAGE_ITEMS,
      description: `At most ${MAX_DELIVERY_ITEMS}`,
    }),
  ),
});

export const recoverySchema = Type.Object(
  { since: Type.String({ description: 'ISO 8601', examples: ['2026-03-01T12:00:00Z'] }) },
  { $id: 'WebhookRecovery' },
);

export const recoveredSchema = Type.Object(
  { recovered: wholeNumber('Deliveries that are sent again') },
  { additionalProperties: false },
);

export const testEventSchema = Type.Object(
  { event_type: optional(Type.String({ description: EVENT_TYPES.join(' or ') })) },
  { $id: 'WebhookTestEvent' },
);

/** The database has no place for NUL. */
const NO_NUL = '^[^\\u0000]*$';

export const endpointParams = Type.Object({
  id: Type.String({ pattern: NO_NUL, examples: ['ep_2xq7oiWpJM5zGa0UOhYuVLLEWfb'] }),
});

export const deliveryParams = Type.Object({
  id: Type.String({ pattern: NO_NUL, examples: ['ep_2xq7oiWpJM5zGa0UOhYuVLLEWfb'] }),
  delivery: Type.String({ examples: ['msg_019aa5e0c2b87c41b4bd4a1f4b1f9d32'] }),
});
