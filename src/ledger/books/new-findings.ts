import { type BooksFinding, FINDINGS_MAX } from './books-store.ts';

/**
 * Finds findings that were not there before. The same rule about the same subject is the same
 * finding, though money moved since. Where a rule lists no more findings, none can be said to be
 * new.
 */
export function newFindings(
  findings: readonly BooksFinding[],
  known: readonly BooksFinding[],
): readonly BooksFinding[] {
  const ofRule = Map.groupBy(known, ({ rule }) => rule);
  return findings.filter(({ rule, subject }) => {
    const others = ofRule.get(rule) ?? [];
    return others.length < FINDINGS_MAX && others.every((other) => other.subject !== subject);
  });
}
