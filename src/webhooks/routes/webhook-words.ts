/** Says, for programs, why an attempt got no answer. */
export const describeFailure = (errorClass: string | null): string | null =>
  errorClass === null ? null : WORDS[publicFailure(errorClass)];

export type PublicFailure = 'timeout' | 'protocol' | 'too_large' | 'no_connection';

/**
 * Says, for users, why an attempt got no answer, in the API and on pages. Why a connection failed
 * is left out: the difference between a closed port, an unknown name and a forbidden address would
 * let users map the network of this service.
 */
export function publicFailure(errorClass: string): PublicFailure {
  return TOLD.find((known) => known === errorClass) ?? 'no_connection';
}

const WORDS: Readonly<Record<PublicFailure, string>> = {
  timeout: 'no response arrived in time',
  protocol: 'the response was not valid HTTP',
  too_large: 'the response was too large',
  no_connection: 'no connection could be made',
};

const TOLD: readonly PublicFailure[] = ['timeout', 'protocol', 'too_large'];
