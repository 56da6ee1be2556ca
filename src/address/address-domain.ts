/** The domain of addresses where none is configured: the host of the pages, with its port. */
export const addressDomainOf = (authUrl: string): string => new URL(authUrl).host;
