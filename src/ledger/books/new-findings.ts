import { type BooksFinding, FINDINGS_MAX } from './books-store.ts';

/**
 * Finds the findings of a check that were not there in an earlier one. A finding by the same rule
 * about the same subject is the same, even if money has moved since. If the earlier check reported
 * the most findings of a rule, it may have left some out, so none of that rule count as new.
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
