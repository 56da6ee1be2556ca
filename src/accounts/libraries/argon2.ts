import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../../base/random.ts';
import type { PasswordHasher } from '../../users/password.ts';

export interface Argon2Cost {
  /** The memory in KiB that the hashing of one password takes. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/**
 * The cost of hashing a password: OWASP's minimum recommendation for Argon2id, with 19 MiB, 2
 * passes and 1 lane.
 */
const COST: Argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The highest cost at which a hash is checked. A hash from elsewhere that costs more matches no
 * password, because checking it could exhaust the memory.
 */
const MAX_COST: Argon2Cost = { memoryCost: 262_144, timeCost: 10, parallelism: 8 };

/** The lengths of a hash's salt and tag (RFC 9106, 3.1 and 4): 128 and 256 bits. */
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/**
 * Argon2id (RFC 9106) as PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`, in base64 without
 * padding. When the cost is raised, cheaper hashes become outdated.
 */
export const createArgon2Hasher = (random: Random, cost: Argon2Cost = COST): PasswordHasher => ({
  hash: async (password) => {
    const salt = random.bytes(SALT_BYTES);
    const tag = await deriveTag(password, { algorithm: 'argon2id', cost, salt }, TAG_BYTES);
    const parameters = `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`;
    return `$argon2id$v=19$${parameters}$${writeBase64(salt)}$${writeBase64(tag)}`;
  },
  // A stored text that is not a hash matches no password. Users made by tests or by an import may
  // have such texts.
  verify: async (stored, password) => {
    const read = readHash(stored);
    if (read === null || !isWithin(read.cost, MAX_COST)) return false;
    return timingSafeEqual(await deriveTag(password, read, read.tag.length), read.tag);
  },
  isOutdated: (stored) => {
    const read = readHash(stored);
    return read?.algorithm !== 'argon2id' || !isWithin(cost, read.cost);
  },
});

interface Derivation {
  readonly algorithm: Argon2;
  readonly cost: Argon2Cost;
  readonly salt: Uint8Array;
}

const ARGON2 = ['argon2d', 'argon2i', 'argon2id'] as const;
type Argon2 = (typeof ARGON2)[number];

const runArgon2 = promisify(argon2);

/**
 * Derives the tag of a hash. Node does so on another thread, so that the service goes on meanwhile.
 */
const deriveTag = (password: string, of: Derivation, tagLength: number): Promise<Buffer> =>
  runArgon2(of.algorithm, {
    message: password,
    nonce: of.salt,
    memory: of.cost.memoryCost,
    passes: of.cost.timeCost,
    parallelism: of.cost.parallelism,
    tagLength,
  });

/**
 * The form of a PHC string. Version 19 is that of RFC 9106; a salt has 8 to 64 bytes here, a tag 16
 * to 64.
 */
const PHC =
  /^\$(argon2\w{1,2})\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d+)\$([\w+/]{11,86})\$([\w+/]{22,86})$/;

function readHash(stored: string): (Derivation & { readonly tag: Buffer }) | null {
  const [, name, memoryCost, timeCost, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? [];
  const algorithm = ARGON2.find((one) => one === name);
  if (algorithm === undefined) return null;
  const [memory = 0, time = 0, lanes = 0] = [memoryCost, timeCost, parallelism].map(Number);
  // RFC 9106, 3.1, requires at least one pass, one lane and 8 KiB for each lane.
  if (time < 1 || lanes < 1 || memory < 8 * lanes) return null;
  const cost = { memoryCost: memory, timeCost: time, parallelism: lanes };
  return { algorithm, cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

const isWithin = (cost: Argon2Cost, bound: Argon2Cost): boolean =>
  cost.memoryCost <= bound.memoryCost &&
  cost.timeCost <= bound.timeCost &&
  cost.parallelism <= bound.parallelism;

const writeBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('=', '');
