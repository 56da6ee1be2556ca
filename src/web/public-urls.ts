/** The public URLs of the service, without trailing slashes. */
export interface PublicUrls {
  /** The URL of the API. */
  readonly baseUrl: string;
  /** The URL of the pages. */
  readonly authUrl: string;
}

/** The URL of the API, which may be known only once the service listens. */
export interface ApiUrl {
  readonly baseUrl: () => string;
}

/** The URL of the pages, which may be known only once the service listens. */
export interface PagesUrl {
  readonly authUrl: () => string;
}
