import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** A passkey in software, which acts like a browser and its device (WebAuthn, level 3). */
export interface SoftPasskey {
  readonly id: string;
  /** The browser's answer to the options for a new passkey. */
  create(options: string, deviations?: Deviations): string;
  /** The browser's answer to the options for signing in. */
  sign(options: string, deviations?: Deviations): string;
}

/** Deviations from what an honest browser does. */
export interface Deviations {
  readonly origin?: string;
  readonly domain?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly challenge?: string;
  readonly signCount?: number;
  readonly id?: string;
  readonly type?: string;
}

const ORIGIN = 'https://wallet.example';
const DOMAIN = 'wallet.example';

export function createSoftPasskey(startCount = 1): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let count = startCount;

  const answer = (deviations: Deviations, response: object): string => {
    const name = deviations.id ?? id;
    return JSON.stringify({ id: name, rawId: name, type: 'public-key', response });
  };
  const clientData = (type: string, options: string, deviations: Deviations): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge: deviations.challenge ?? challengeIn(options),
        origin: deviations.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    );

  return {
    id,
    create: (options, deviations = {}) => {
      const data = authData(deviations, deviations.signCount ?? count, {
        rawId,
        cose: coseKey(publicKey),
      });
      return answer(deviations, {
        clientDataJSON: clientData('webauthn.create', options, deviations).toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      });
    },
    sign: (options, deviations = {}) => {
      if (startCount > 0) count += 1;
      const data = authData(deviations, deviations.signCount ?? count, null);
      const client = clientData('webauthn.get', options, deviations);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer(deviations, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      });
    },
  };
}

function challengeIn(options: string): string {
  const parsed: unknown = JSON.parse(options);
  const challenge = typeof parsed === 'object' && parsed && Reflect.get(parsed, 'challenge');
  return String(challenge);
}

interface NewKey {
  readonly rawId: Buffer;
  readonly cose: Buffer;
}

/**
 * The authenticator data (section 6.1): hash of the site, flags, counter, and the key itself for a
 * new passkey.
 */
function authData(deviations: Deviations, signCount: number, key: NewKey | null): Buffer {
  const { domain = DOMAIN, isPresent = true, isVerified = true } = deviations;
  const flags = (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | (key === null ? 0 : 0x40);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(signCount, 1);
  const site = createHash('sha256').update(domain).digest();
  if (key === null) return Buffer.concat([site, head]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(key.rawId.length);
  return Buffer.concat([site, head, Buffer.alloc(16), length, key.rawId, key.cose]);
}

/**
 * A public key in COSE (RFC 9052), written as CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2:
 * x, -3: y}.
 */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** An attestation object without a statement: {fmt: "none", attStmt: {}, authData}. */
const attestation = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    cborBytes(data),
  ]);

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]),
    bytes,
  ]);
