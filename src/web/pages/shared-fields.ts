/** Names of fields that other apps share, as the manifest tells browsers and `/send` reads it. */
export const SHARED_FIELDS = { title: 'title', text: 'text', url: 'url' } as const;
