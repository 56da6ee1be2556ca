/** Writes a macaroon as LND does: format 2, with root key and permissions in its identifier. */
export function lndMacaroon(rootKeyId: string, permissions: readonly string[]): Uint8Array {
  const op = (permission: string): Buffer => {
    const [entity = '', ...action] = permission.split(':');
    return Buffer.concat([field(0x0a, entity), field(0x12, action.join(':'))]);
  };
  const identifier = Buffer.concat([
    Buffer.from([3]),
    field(0x0a, Buffer.alloc(16, 7)),
    field(0x12, rootKeyId),
    ...permissions.map((permission) => field(0x1a, op(permission))),
  ]);
  return Buffer.concat([
    Buffer.from([2]),
    field(1, 'lnd'),
    field(2, identifier),
    Buffer.from([0, 0]),
    field(6, Buffer.alloc(32, 9)),
  ]);
}

function field(tag: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : [(length % 128) + 128, Math.floor(length / 128)];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}
