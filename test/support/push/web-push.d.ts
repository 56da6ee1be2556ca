/** The parts of the package `web-push` 3.6.7 that are used here. It has no types of its own. */
declare module 'web-push' {
  interface Subscription {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  }

  interface Options {
    readonly vapidDetails: {
      readonly subject: string;
      readonly publicKey: string;
      readonly privateKey: string;
    };
    readonly TTL: number;
    readonly urgency: string;
    readonly topic: string;
    readonly contentEncoding: 'aes128gcm';
  }

  const webPush: {
    generateRequestDetails(
      subscription: Subscription,
      payload: string,
      options: Options,
    ): {
      readonly method: string;
      readonly headers: Readonly<Record<string, string | number>>;
      readonly body: Buffer;
    };
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      contentEncoding: 'aes128gcm',
      expiration: number,
    ): { readonly Authorization: string };
  };
  export default webPush;
}
