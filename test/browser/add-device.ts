import type { WatchedWindow } from './chromium.ts';

/** Gives a window the authenticator of Chromium, which makes and uses passkeys as a phone does. */
export async function addDevice({ context, page }: WatchedWindow): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
