export const PRIVATE_NAME = 'the host is not a public name';
export const PRIVATE_ADDRESS = 'the host has an address that is not public';
export const unservedPort = (port: number) => `port ${port} is not served`;

const UNSERVED_PORT = /^port \d+ is not served$/;

/** Whether an operator can allow the refused target with QUARRY_EGRESS_ALLOW. */
export function canBeAllowed(message: string): boolean {
  return message === PRIVATE_NAME || message === PRIVATE_ADDRESS || UNSERVED_PORT.test(message);
}
