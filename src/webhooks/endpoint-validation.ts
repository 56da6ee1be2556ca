/**
 * What is wrong with an endpoint that a caller described: a sentence for programs, and a kind by
 * which pages choose their words.
 */
export interface EndpointValidationError {
  readonly problem: EndpointProblem;
  readonly message: string;
}

export type EndpointProblem = UrlProblem | 'description_too_long' | 'no_types' | 'unknown_types';

export interface UrlValidationError extends EndpointValidationError {
  readonly problem: UrlProblem;
}

export type UrlProblem =
  | 'url_too_long'
  | 'spaces'
  | 'not_https'
  | 'invalid_url'
  | 'credentials'
  | 'fragment'
  | 'bad_port'
  | 'own_address'
  | 'invalid_host'
  | 'onion'
  | 'not_public'
  | 'short_domain';
