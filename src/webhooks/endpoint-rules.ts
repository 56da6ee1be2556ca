import { accept, type Result, refuse } from '../base/result.ts';
import { EVENT_TYPES, type EventType, isEventType } from './delivery.ts';
import type { EndpointValidationError } from './endpoint-validation.ts';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH } from './limits.ts';
import { checkWebhookUrl, type UrlRules } from './url-rules.ts';

/** An endpoint as a caller describes it; null for fields that were left out. */
export interface EndpointInput {
  readonly url: string | null;
  readonly description: string | null;
  readonly filterTypes: readonly string[] | null;
}

export interface CheckedEndpoint {
  /** The URL exactly as it was written, as a receiver may recognise its users by parts of it. */
  readonly url: string | null;
  readonly description: string | null;
  /** Event types without repeats; null if the caller left them out. */
  readonly filterTypes: readonly EventType[] | null;
}

/** Checks an endpoint, and returns all complaints together, not only the first one. */
export function checkEndpoint(
  input: EndpointInput,
  rules: UrlRules,
): Result<CheckedEndpoint, readonly EndpointValidationError[]> {
  const { url, description, filterTypes } = input;
  const complaints = [
    ...complainOfUrl(url, rules),
    ...complainOfDescription(description),
    ...complainOfTypes(filterTypes),
  ];
  if (complaints.length > 0) return refuse(complaints);
  const types = filterTypes === null ? null : [...new Set(filterTypes)].filter(isEventType);
  return accept({ url, description, filterTypes: types });
}

function complainOfUrl(url: string | null, rules: UrlRules): readonly EndpointValidationError[] {
  if (url === null) return [];
  const checked = checkWebhookUrl(url, rules);
  return checked.ok ? [] : [checked.refusal];
}

function complainOfDescription(description: string | null): readonly EndpointValidationError[] {
  if ((description ?? '').length <= MAX_WEBHOOK_DESCRIPTION_LENGTH) return [];
  const message = `description is longer than ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters`;
  return [{ problem: 'description_too_long', message }];
}

function complainOfTypes(types: readonly string[] | null): readonly EndpointValidationError[] {
  if (types === null) return [];
  if (types.length === 0) {
    return [{ problem: 'no_types', message: `filter_types must name at least one of ${KNOWN}` }];
  }
  const message = `filter_types may hold ${KNOWN}, and nothing else`;
  return types.every(isEventType) ? [] : [{ problem: 'unknown_types', message }];
}

const KNOWN = EVENT_TYPES.join(', ');
