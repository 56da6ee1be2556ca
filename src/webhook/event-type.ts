/** What an endpoint can be told of. Source: Wallet API specification, Events. */
export const EVENT_TYPES = ['invoice.incoming.settled', 'invoice.outgoing.settled'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const isEventType = (text: unknown): text is EventType =>
  EVENT_TYPES.some((type) => type === text);
