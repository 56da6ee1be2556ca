import { hash } from '@node-rs/argon2';
import type { PasswordHasher } from '../access/password.ts';

/** Argon2id (RFC 9106): 19 MiB, 2 passes, 1 lane, which is OWASP's least advised cost. */
export const argon2Hasher: PasswordHasher = {
  hash: (password) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
};
