/** The operator's settings cannot be used. The message lists all problems at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
  }
}
