import type { Form } from './forms.ts';

/** One environment variable. `.env.example` is generated from this table. */
export interface Variable<T> {
  readonly name: string;
  readonly form: Form<T>;
  readonly fallback: T;
  /** Null for a name that is accepted but has no effect yet: `.env.example` leaves it out. */
  readonly description: string | null;
}

export function variable<T>(
  name: string,
  form: Form<T>,
  fallback: T,
  description: string,
): Variable<T> {
  return { name, form, fallback, description };
}

/** Null means "not set". */
export function optional<T>(
  name: string,
  form: Form<T>,
  description: string | null,
): Variable<T | null> {
  return { name, form, fallback: null, description };
}
