/**
 * Names of fields by which other apps share a text with `/send`, as the manifest tells browsers.
 */
export const SHARED_FIELDS = { title: 'title', text: 'text', url: 'url' } as const;
