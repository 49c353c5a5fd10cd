import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

// A reader who takes nothing costs so much; about what HTTP/2 lets be under way by default.
const BYTES_AHEAD = 64 * 1024;

/**
 * Lets a stream's further messages be written while earlier ones leave, so that many leave together. The library alone
 * waits for each: one write to the socket a message.
 */
export const sendAhead: ServerInterceptor = (_method, call) => {
  const ahead = new ServerInterceptingCall(call);
  let bytesAhead = 0;
  let waiting: (() => void) | undefined;
  ahead.sendMessage = (message, taken) => {
    // The library's own services give objects.
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
