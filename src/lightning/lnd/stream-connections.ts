import { type buildConnector, Client, type Dispatcher } from 'undici';
import { NodeFault } from '../node-port.ts';

/**
 * Connections for sending and following payments. If the address of LND changes or belongs to a
 * load balancer, each new connection may reach another node. So a connection is used only after the
 * node at its other end has identified itself, and a broken connection is never reopened.
 */
export interface StreamConnections {
  /**
   * Makes a request once its connection is there. Only then is it put together, so that it carries
   * the macaroon of that moment.
   */
  request(make: () => Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /**
   * From now on, connections are used only to the node with this key. A later call cannot change
   * the key.
   */
  bindTo(pubkey: string): void;
  close(): Promise<void>;
}

export interface StreamConnectionsOptions {
  readonly origin: string;
  readonly client: Client.Options;
  readonly connect: buildConnector.connector;
  /** Asks the node at the other end of a connection for its public key. */
  readonly ask: (connection: Dispatcher) => Promise<string>;
}

export function openStreamConnections(options: StreamConnectionsOptions): StreamConnections {
  const idle = new Set<Client>();
  const all = new Set<Client>();
  let boundTo: string | null = null;

  const open = (): Client => {
    const connect = connectOnce(options.connect);
    const client = new Client(options.origin, { ...options.client, connect });
    all.add(client);
    client.on('disconnect', () => forget(client));
    return client;
  };
  const forget = (client: Client): void => {
    idle.delete(client);
    if (all.delete(client)) void client.destroy();
  };
  const requireOurs = async (client: Client): Promise<void> => {
    if (boundTo === null) return;
    const pubkey = await options.ask(client);
    if (pubkey === boundTo) return;
    throw new NodeFault(`the node at our address is ${pubkey}, which is not ours: ${boundTo}`);
  };
  const take = async (): Promise<Client> => {
    for (const client of idle) {
      if (!isFree(client)) continue;
      idle.delete(client);
      return client;
    }
    const client = open();
    try {
      await requireOurs(client);
      return client;
    } catch (error) {
      forget(client);
      throw error;
    }
  };

  return {
    request: async (make) => {
      const client = await take();
      const responding = client.request(make());
      idle.add(client);
      try {
        return await responding;
      } catch (error) {
        forget(client);
        throw error;
      }
    },
    bindTo: (pubkey) => {
      if (boundTo !== null) return;
      boundTo = pubkey;
      // The node at the end of connections opened earlier was never asked for its key, so they are
      // not used again, and are closed when their streams end.
      idle.clear();
    },
    close: async () => {
      await Promise.all([...all].map((client) => client.destroy()));
    },
  };
}

const isFree = ({ stats }: Client): boolean => stats.connected && stats.size === 0;

/**
 * Makes a connection that does not reconnect. Requests that wait on a broken connection would
 * otherwise be sent on a new one, whose node is unknown.
 */
function connectOnce(connect: buildConnector.connector): buildConnector.connector {
  let isUsed = false;
  return (target, callback) => {
    if (isUsed) callback(new Error('the connection has ended'), null);
    else connect(target, callback);
    isUsed = true;
  };
}
