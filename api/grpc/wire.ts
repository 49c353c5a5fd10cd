import {
  create,
  fromBinary,
  isFieldSet,
  ScalarType,
  toBinary,
  type DescEnum,
  type DescField,
  type DescMessage,
  type Message,
} from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ServiceError } from '../../services/core/errors.ts';
import { parseJson } from '../operations/calls/parse-json.ts';
import { SHAPES, type Wire } from './shapes.ts';

// Objects of any form, which a message cannot describe: JSON in a string. @see docs/rules.md#grpc
const JSON_MEMBERS = new Set(['output_schema', 'response_format', 'structured', 'metadata']);
const MAX_INT32 = 2 ** 31 - 1;
const TIMESTAMP = 'google.protobuf.Timestamp';

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
  const wire: Wire = {};
  for (const field of schema.fields) {
    if (isFieldSet(message, field)) wire[field.name] = memberOf(field, (message as unknown as Wire)[field.localName]);
  }
  const { toWire: shaped } = SHAPES[schema.typeName] ?? {};
  return shaped ? shaped(wire) : wire;
}

function memberOf(field: DescField, value: unknown): unknown {
  if (field.fieldKind === 'list') return (value as unknown[]).map((item) => plain(field, item));
  return JSON_MEMBERS.has(field.name)
    ? parseJson(Buffer.from(value as string), { param: field.name })
    : plain(field, value);
}

function plain(field: DescField, value: unknown): unknown {
  if (field.enum) return enumName(field.enum, value as number);
  if (field.message) return toWire(field.message, value as Message);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'bigint' ? String(value) : value;
}

/** An unknown number of an enum stays a number: validation rejects it. */
function enumName(schema: DescEnum, number: number): string {
  const name = schema.value[number]?.name;
  return name?.slice(schema.sharedPrefix?.length).toLowerCase() ?? String(number);
}

/** Encodes a response. Fields that the message does not have are omitted; null is unset. */
export function encode(schema: DescMessage, wire: Wire): Buffer {
  const { buffer, byteOffset, byteLength } = toBinary(schema, create(schema, initOf(schema, wire) as never));
  return Buffer.from(buffer, byteOffset, byteLength);
}

function initOf(schema: DescMessage, given: Wire): Wire {
  const wire = SHAPES[schema.typeName]?.fromWire?.(given) ?? given;
  const init: Wire = {};
  for (const field of schema.fields) {
    const value = wire[field.name];
    if (value === undefined || value === null) continue;
    const member =
      field.fieldKind === 'list'
        ? (value as unknown[]).map((item) => messageValue(field, item))
        : messageValue(field, value);
    if (field.oneof) init[field.oneof.localName] = { case: field.localName, value: member };
    else init[field.localName] = member;
  }
  return init;
}

function messageValue(field: DescField, value: unknown): unknown {
  if (field.enum) return enumNumber(field.enum, value as string);
  if (field.message?.typeName === TIMESTAMP) return timestampFromDate(new Date(value as string));
  if (field.message) return initOf(field.message, value as Wire);
  if (JSON_MEMBERS.has(field.name)) return JSON.stringify(value);
  // REST has bytes in base64.
  if (field.scalar === ScalarType.BYTES) return Buffer.from(value as string, 'base64');
  if (field.scalar === ScalarType.INT64) return BigInt(value as string | number);
  // A stored request may contain more than a message can express; the excess is omitted.
  return field.scalar === ScalarType.INT32 ? Math.max(-MAX_INT32, Math.min(value as number, MAX_INT32)) : value;
}

function enumNumber(schema: DescEnum, name: string): number {
  const constant = `${schema.sharedPrefix ?? ''}${name}`.toUpperCase();
  const found = schema.values.find((value) => value.name === constant);
  if (!found) throw new Error(`${schema.typeName} has no ${constant}`);
  return found.number;
}
