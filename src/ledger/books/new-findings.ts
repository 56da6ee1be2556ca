import { type BooksFinding, FINDINGS_MAX } from './books-store.ts';

/**
 * Finds the findings of a check of the books that an earlier check did not have. A finding by the
 * same rule about the same subject counts as the same, even if money has moved since. If the
 * earlier check reported as many findings for a rule as it may, it may have left some out, so no
 * finding by that rule counts as new.
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
