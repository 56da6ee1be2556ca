import type { EndpointInsightStore } from '../../webhook/endpoint-insight-store.ts';

export interface PresentSigningSecret {
  readonly sealed: Uint8Array;
  /** How long the one that it replaced signs beside it; null where there is none any more. */
  readonly oldUntil: Date | null;
}

/** The one that an endpoint of the user signs with; null where there is no such endpoint. */
export async function findPresentSecret(
  { endpointInsight }: { readonly endpointInsight: EndpointInsightStore },
  userId: string,
  endpointId: string,
): Promise<PresentSigningSecret | null> {
  const secrets = await endpointInsight.readSecrets(userId);
  const [present, old] = secrets.filter((secret) => secret.endpointId === endpointId);
  return present === undefined
    ? null
    : { sealed: present.sealed, oldUntil: old?.validUntil ?? null };
}
