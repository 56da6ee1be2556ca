import type { Model } from './model.ts';

/** Judges a payment that begins to leave: the database may not let it while a stop is in it. */
export function judgeStop({ isStopped, violations }: Model): void {
  if (isStopped) violations.push('a payment left though an operator had stopped it');
}
