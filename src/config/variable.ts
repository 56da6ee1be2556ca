import type { Form } from './forms.ts';

/**
 * A setting of the service, read from an environment variable. `.env.example` is generated from all
 * settings.
 */
export interface Variable<T> {
  readonly name: string;
  readonly form: Form<T>;
  readonly fallback: T;
  /**
   * The explanation in `.env.example`; null for a variable that is accepted but has no effect yet,
   * and is left out there.
   */
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

/** A variable that has no default; null means that it is not set. */
export function optional<T>(
  name: string,
  form: Form<T>,
  description: string | null,
): Variable<T | null> {
  return { name, form, fallback: null, description };
}
