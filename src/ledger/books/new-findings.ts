import { type BooksFinding, FINDINGS_MAX } from './books-store.ts';

/**
 * Finds which findings are new. One by the same rule and about the same subject counts as the same,
 * even if money has moved since. Where a rule has reached its most findings, none can be said to be
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
