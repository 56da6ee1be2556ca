import { MAX_WEBHOOK_DESCRIPTION_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { EVENT_TYPES, type EventType, isEventType } from './delivery.ts';
import { checkWebhookUrl, type UrlRules } from './url-rules.ts';

/** As requested; null where not requested. */
export interface EndpointWish {
  readonly url: string | null;
  readonly description: string | null;
  readonly filterTypes: readonly string[] | null;
}

export interface CheckedEndpoint {
  /** As written: receivers may identify their users by what is in it. */
  readonly url: string | null;
  readonly description: string | null;
  /** Without repeats. */
  readonly filterTypes: readonly EventType[] | null;
}

/** Returns all complaints together, each a sentence. */
export function checkEndpoint(
  wish: EndpointWish,
  rules: UrlRules,
): Result<CheckedEndpoint, readonly string[]> {
  const { url, description, filterTypes } = wish;
  const complaints = [
    ...complainOfUrl(url, rules),
    ...complainOfDescription(description),
    ...complainOfTypes(filterTypes),
  ];
  if (complaints.length > 0) return refuse(complaints);
  const types = filterTypes === null ? null : [...new Set(filterTypes)].filter(isEventType);
  return accept({ url, description, filterTypes: types });
}

function complainOfUrl(url: string | null, rules: UrlRules): readonly string[] {
  if (url === null) return [];
  const checked = checkWebhookUrl(url, rules);
  return checked.ok ? [] : [checked.refusal];
}

const complainOfDescription = (description: string | null): readonly string[] =>
  (description ?? '').length > MAX_WEBHOOK_DESCRIPTION_LENGTH
    ? [`description is longer than ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters`]
    : [];

function complainOfTypes(types: readonly string[] | null): readonly string[] {
  if (types === null) return [];
  if (types.length === 0) return [`filter_types must name at least one of ${KNOWN}`];
  return types.every(isEventType) ? [] : [`filter_types may hold ${KNOWN}, and nothing else`];
}

const KNOWN = EVENT_TYPES.join(' and ');
