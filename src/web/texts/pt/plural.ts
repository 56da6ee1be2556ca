const RULES = new Intl.PluralRules('pt');

/** The form of a word that fits a number. */
export const plural = (count: number, one: string, other: string): string =>
  RULES.select(count) === 'one' ? one : other;
