import { Server, ServerCredentials } from '@grpc/grpc-js';

/**
 * A bare server of the gRPC library in a separate process: it answers each request with the bytes that it received at
 * its start.
 */
const server = new Server();
let payload = Buffer.alloc(0);
const bytes = {
  requestSerialize: (value: Buffer) => value,
  requestDeserialize: (value: Buffer) => value,
  responseSerialize: (value: Buffer) => value,
  responseDeserialize: (value: Buffer) => value,
};

server.addService(
  { echo: { path: '/bench.Raw/Echo', requestStream: false, responseStream: false, ...bytes } },
  { echo: (_call: unknown, answer: (error: null, value: Buffer) => void) => answer(null, payload) },
);
process.on('message', (given: { base64: string }) => {
  payload = Buffer.from(given.base64, 'base64');
  process.send?.('ready');
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ port });
});
