import { create, fromBinary, toBinary, type DescMessage, type Message } from '@bufbuild/protobuf';
import { RestForm } from '../../sdk/contract/rest-form.ts';
import type { Wire } from '../../sdk/contract/shapes.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { parseJson } from '../operations/calls/parse-json.ts';

const form = new RestForm({
  invalid: (param, problem, cause) => new ServiceError('INVALID_REQUEST', `${param}: ${problem}`, { param, cause }),
  parseJson: (text, param) => parseJson(Buffer.from(text), { param }),
  toBase64: (bytes) => Buffer.from(bytes).toString('base64'),
  fromBase64: (text) => Buffer.from(text, 'base64'),
  unnamed: ({ typeName }, value) => {
    throw new Error(`${typeName} has no ${value}`);
  },
});

/** @throws ServiceError INVALID_REQUEST for bytes that are not such a message */
export function decode(schema: DescMessage, bytes: Uint8Array): Message {
  try {
    return fromBinary(schema, bytes);
  } catch (error) {
    throw invalidMessage(schema, error);
  }
}

export function invalidMessage({ name }: DescMessage, cause: unknown): ServiceError {
  return new ServiceError('INVALID_REQUEST', `The message is not a valid ${name}.`, { cause });
}

/**
 * A request in REST's form. Unset fields are absent.
 *
 * @throws ServiceError INVALID_REQUEST for a message without such a form
 */
export function toWire(schema: DescMessage, message: Message): Wire | null {
  return form.toRest(schema, message);
}

/** Encodes a response. Fields that the message does not have are omitted; null is unset. */
export function encode(schema: DescMessage, wire: Wire): Buffer {
  const { buffer, byteOffset, byteLength } = toBinary(schema, create(schema, form.fromRest(schema, wire) as never));
  return Buffer.from(buffer, byteOffset, byteLength);
}
