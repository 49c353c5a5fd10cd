import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

// Memory that a client costs that reads nothing; about HTTP/2's default window.
const BYTES_AHEAD = 64 * 1024;

/**
 * Writes further messages of a stream while earlier ones are being sent, so that many leave together. The library by
 * itself waits for each: one write to the socket for each message.
 */
export const sendAhead: ServerInterceptor = (_method, call) => {
  const ahead = new ServerInterceptingCall(call);
  let bytesAhead = 0;
  let waiting: (() => void) | undefined;
  ahead.sendMessage = (message, taken) => {
    // The library's own services return objects.
    const bytes = Buffer.isBuffer(message) ? message.byteLength : BYTES_AHEAD;
    bytesAhead += bytes;
    call.sendMessage(message, () => {
      bytesAhead -= bytes;
      if (bytesAhead >= BYTES_AHEAD) return;
      const goOn = waiting;
      waiting = undefined;
      goOn?.();
    });
    if (bytesAhead < BYTES_AHEAD) taken();
    else waiting = taken;
  };
  return ahead;
};
