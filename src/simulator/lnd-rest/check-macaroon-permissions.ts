import { bytesEqual } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { GRPC, unknownError } from '../grpc-refusal.ts';
import { adminMacaroon } from '../macaroon.ts';
import type { UnaryEndpoint } from './endpoint.ts';

/** Nodes here have one macaroon, which allows everything, so only its shape is looked at. */
export const checkMacaroonPermissionsEndpoint: UnaryEndpoint = {
  name: 'CheckMacaroonPermissions',
  kind: 'unary',
  method: 'POST',
  path: '/v1/macaroon/checkpermissions',
  answer({ network, node, fields }) {
    const macaroon = fields.bytes('macaroon');
    const fullMethod = fields.text('fullMethod');
    fields.bool('checkDefaultPermsFromFullMethod');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!CALL_NAME.test(fullMethod)) {
      return refuse(unknownError(`no permissions found for full method ${fullMethod}`));
    }
    if (!bytesEqual(macaroon, adminMacaroon(network.state.seedHex, node.name))) {
      return refuse({ code: GRPC.invalidArgument, message: 'permission denied' });
    }
    return accept({ valid: true });
  },
};

/** Such as `/lnrpc.Lightning/GetInfo`. */
const CALL_NAME = /^\/[a-z]+rpc\.\w+\/\w+$/;
