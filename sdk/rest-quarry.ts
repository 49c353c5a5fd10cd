import { QuarryClient, type ClientOptions } from './client.ts';
import { RestTransport, type RestTransportOptions } from './over-rest/rest-transport.ts';

export interface RestQuarryOptions extends ClientOptions, RestTransportOptions {}

/** A client over REST, for browsers, edge runtimes and wherever `fetch` is. */
export class RestQuarry extends QuarryClient {
  /** @throws TypeError for a base URL that is none */
  constructor({ maxRetries, timeoutMs, ...options }: RestQuarryOptions) {
    super(new RestTransport(options), { maxRetries, timeoutMs });
  }
}
