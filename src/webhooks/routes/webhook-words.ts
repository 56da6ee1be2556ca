/** What programs read about an attempt that got no response. */
export const describeFailure = (errorClass: string | null): string | null =>
  errorClass === null ? null : WORDS[toldFailure(errorClass)];

export type ToldFailure = 'timeout' | 'protocol' | 'too_large' | 'no_connection';

/**
 * What users read about an attempt that got no response, here and on pages. Why a connection failed
 * is not shown: the difference between a closed port, an unknown name and a forbidden address would
 * let users map the network of this service.
 */
export function toldFailure(errorClass: string): ToldFailure {
  return TOLD.find((known) => known === errorClass) ?? 'no_connection';
}

const WORDS: Readonly<Record<ToldFailure, string>> = {
  timeout: 'no response arrived in time',
  protocol: 'the response was not valid HTTP',
  too_large: 'the response was too large',
  no_connection: 'no connection could be made',
};

const TOLD: readonly ToldFailure[] = ['timeout', 'protocol', 'too_large'];
