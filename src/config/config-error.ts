/** What the operator has set cannot be used. It names all problems at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
  }
}
