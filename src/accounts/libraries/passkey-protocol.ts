import { MAX_ADDRESS_LENGTH } from '../../base/limits.ts';
import type { Passkey, PasskeyProtocol } from '../passkey.ts';

/**
 * Loads the library @simplewebauthn/server when the first passkey is used, to save memory where no
 * one uses one.
 */
const library = () => import('@simplewebauthn/server');

/**
 * The signature algorithms that new passkeys may use: EdDSA, ES256 and RS256 (RFC 9053), which all
 * common devices support. The default list of @simplewebauthn/server is longer.
 */
const ALGORITHMS = [-8, -7, -257];

/**
 * The WebAuthn protocol, level 3. A passkey must verify its user (by finger, face or PIN), because
 * it counts as both factors. The device stores which account the passkey is for, so that no one has
 * to type an address first. Browsers show the name of the site.
 */
export const createPasskeyProtocol = (siteName: string): PasskeyProtocol => ({
  creationOptions: async (site, owner, challenge, existing) => {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: siteName,
      rpID: site.domain,
      userID: new TextEncoder().encode(owner.userId),
      userName: owner.accountName,
      userDisplayName: owner.name ?? owner.accountName,
      challenge: bytesOf(challenge),
      excludeCredentials: existing.map(({ id, transports }) => ({
        id,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return JSON.stringify(options);
  },

  checkCreation: async (site, challenge, text) => {
    const answer = readCreation(text);
    if (answer === null) return null;
    const { verifyRegistrationResponse } = await library();
    const checked = await orNull(() =>
      verifyRegistrationResponse({
        response: answer,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.domain,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (checked?.verified !== true) return null;
    const { id, publicKey, counter } = checked.registrationInfo.credential;
    if (id.length > MAX_ADDRESS_LENGTH) return null;
    const transports = answer.response.transports.filter((word) => /^[a-z-]{1,20}$/.test(word));
    return { id, publicKey, signCount: counter, transports };
  },

  requestOptions: async (site, challenge) => {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: site.domain,
      challenge: bytesOf(challenge),
      userVerification: 'required',
    });
    return JSON.stringify(options);
  },

  readKeyId: (text) => readAssertion(text)?.id ?? null,

  checkAnswer: async (site, challenge, text, passkey) => {
    const answer = readAssertion(text);
    if (answer === null) return null;
    const { verifyAuthenticationResponse } = await library();
    const checked = await orNull(() =>
      verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.domain,
        credential: credentialOf(passkey),
        requireUserVerification: true,
      }),
    );
    return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
  },
});

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

const credentialOf = ({ id, publicKey, signCount }: Passkey) => ({
  id,
  publicKey: new Uint8Array(publicKey),
  counter: signCount,
});

/**
 * Returns null where @simplewebauthn/server throws. It throws at any invalid answer of a browser,
 * which is no fault of this program.
 */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

/**
 * Reads from a browser's answer only the fields that @simplewebauthn/server uses, and drops
 * everything else.
 */
function readCreation(text: string) {
  const { outer, inner } = readAnswer(text);
  const [clientDataJSON, attestationObject] = textsOf(inner, 'clientDataJSON', 'attestationObject');
  if (outer === null || clientDataJSON === undefined || attestationObject === undefined)
    return null;
  const transports = Array.isArray(inner['transports']) ? inner['transports'] : [];
  const words = transports.filter((word: unknown) => typeof word === 'string');
  return { ...outer, response: { clientDataJSON, attestationObject, transports: words } };
}

function readAssertion(text: string) {
  const { outer, inner } = readAnswer(text);
  const names = ['clientDataJSON', 'authenticatorData', 'signature'] as const;
  const [clientDataJSON, authenticatorData, signature] = textsOf(inner, ...names);
  if (outer === null || clientDataJSON === undefined) return null;
  if (authenticatorData === undefined || signature === undefined) return null;
  return { ...outer, response: { clientDataJSON, authenticatorData, signature } };
}

function readAnswer(text: string) {
  const answer = fieldsOf(parseOrNull(text));
  const [id, rawId, type] = textsOf(answer, 'id', 'rawId', 'type');
  const isKey = id !== undefined && rawId !== undefined && type === 'public-key';
  const outer = isKey
    ? { id, rawId, type: 'public-key' as const, clientExtensionResults: {} }
    : null;
  return { outer, inner: fieldsOf(answer['response']) };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const textsOf = (fields: Fields, ...names: readonly string[]): readonly (string | undefined)[] =>
  names.map((name) => {
    const value = fields[name];
    return typeof value === 'string' ? value : undefined;
  });
