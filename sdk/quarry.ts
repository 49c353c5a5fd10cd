import { QuarryClient, type ClientOptions } from './client.ts';
import { GrpcTransport, type GrpcTransportOptions } from './over-grpc/grpc-transport.ts';

export interface QuarryOptions extends ClientOptions, GrpcTransportOptions {}

/** A client over gRPC, for Node.js. */
export class Quarry extends QuarryClient {
  constructor({ maxRetries, timeoutMs, ...options }: QuarryOptions) {
    super(new GrpcTransport(options), { maxRetries, timeoutMs });
  }
}
