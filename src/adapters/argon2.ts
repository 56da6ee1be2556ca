import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../account/password.ts';

/** OWASP's minimum recommendation: 19 MiB, 2 passes, 1 lane. */
const COST: Argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Argon2Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id (RFC 9106). When the cost is raised, cheaper hashes become outdated. */
export const createArgon2Hasher = (cost: Argon2Cost = COST): PasswordHasher => ({
  hash: (password) => hash(password, cost),
  // Text that is not a hash matches no password: tests and imports may have such users.
  verify: (stored, password) => verify(stored, password).catch(() => false),
  isOutdated: (stored) => {
    const used = parseOptions(stored);
    return (
      used.algorithm !== ARGON2ID ||
      used.memoryCost < cost.memoryCost ||
      used.timeCost < cost.timeCost ||
      used.parallelism < cost.parallelism
    );
  },
});

/** `Algorithm.Argon2id`, which the library exports as a type only. */
const ARGON2ID = 2;

export const argon2Hasher: PasswordHasher = createArgon2Hasher();
